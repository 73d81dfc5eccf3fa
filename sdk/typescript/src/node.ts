/** Key files, as the command line tools of Solana write them: 64 numbers. For Node alone. */
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { fromSecretKey, newSecretKey, type Signer } from "./signers.js";

/** The signer of a key file; throws RangeError, whose text has nothing of the key. */
export async function loadKey(path: string): Promise<Signer> {
  const text = await readFile(path, "utf8");
  try {
    const numbers: unknown = JSON.parse(text);
    if (!Array.isArray(numbers) || !numbers.every(isByte)) throw new RangeError();
    return await fromSecretKey(Uint8Array.from(numbers));
  } catch {
    throw new RangeError(`${path} is not a key file (64 numbers)`);
  }
}

/** The signer of a key file; makes one (mode 0600), on the disk before it is used. */
export async function loadOrCreateKey(path: string): Promise<Signer> {
  try {
    return await loadKey(path);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ENOENT") throw error;
  }
  const key = await newSecretKey();
  const fresh = `${path}.new`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rm(fresh, { force: true });
  const file = await open(fresh, "wx", 0o600);
  try {
    await file.writeFile(JSON.stringify([...key]));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
  const folder = await open(dirname(path));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
  return await fromSecretKey(key);
}

function isByte(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 255;
}
