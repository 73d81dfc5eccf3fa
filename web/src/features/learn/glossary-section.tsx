import { useState } from "react";
import { TextField } from "@/ui/form/form";
import { Panel } from "@/ui/page/panel";
import { GLOSSARY } from "@/words/glossary";
import css from "./learn.module.css";
import { findTerms } from "./model/find-terms";

/** All terms by subject, with a search field. Each has an anchor, to which the tooltips link. */
export function GlossarySection({ current }: { readonly current: string }) {
  const [text, setText] = useState("");
  const sections = findTerms(text);
  return (
    <Panel title="Glossary">
      <div className={css["search"]}>
        <TextField
          label="Search terms"
          value={text}
          onChange={setText}
          error={null}
          isDisabled={false}
        />
      </div>
      {sections.map(({ title, ids }) => (
        <section key={title} className={css["terms"]} aria-label={`Glossary: ${title}`}>
          <h3>{title}</h3>
          <dl>
            {ids.map((id) => (
              <div key={id} id={id} className={css["entry"]} data-current={id === current}>
                <dt>{GLOSSARY[id].term}</dt>
                <dd>{GLOSSARY[id].text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {sections.length === 0 ? (
        <p className={css["none"]} role="status">
          No term matches “{text.trim()}”.
        </p>
      ) : null}
    </Panel>
  );
}
