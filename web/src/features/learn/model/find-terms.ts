/** The search of the glossary; pure. */
import { GLOSSARY, type GlossarySection, SECTIONS } from "@/words/glossary";

/** The sections with the terms that contain every word of `text`; sections without one are left out. */
export function findTerms(text: string): readonly GlossarySection[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return SECTIONS;
  return SECTIONS.map(({ title, ids }) => ({
    title,
    ids: ids.filter((id) => {
      const { term, line, text: long } = GLOSSARY[id];
      const words = `${id} ${term} ${line} ${long}`.toLowerCase();
      return wanted.every((word) => words.includes(word));
    }),
  })).filter(({ ids }) => ids.length > 0);
}
