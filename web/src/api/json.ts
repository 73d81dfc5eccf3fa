/** Reading untrusted JSON one field at a time; unknown fields are ignored, wrong types are errors. */
import { ParseError } from "@/domain/parse";

export type Json = Readonly<Record<string, unknown>>;

export function asObject(value: unknown, what: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ParseError(`${what}: not an object`);
  }
  return value as Json;
}

export function asList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new ParseError(`${what}: not a list`);
  return value;
}

export function text(row: Json, key: string): string {
  const value = row[key];
  if (typeof value !== "string") throw new ParseError(`${key}: not a text`);
  return value;
}

export function textOrNull(row: Json, key: string): string | null {
  const value = row[key];
  return typeof value === "string" ? value : null;
}

export function count(row: Json, key: string): number {
  const value = row[key];
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw new ParseError(`${key}: not a number`);
  }
  return value;
}

export function countOrNull(row: Json, key: string): number | null {
  const value = row[key];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function objectOrNull(row: Json, key: string): Json | null {
  const value = row[key];
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Json)
    : null;
}
