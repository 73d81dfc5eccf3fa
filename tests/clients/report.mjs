// One line of JSON for each row of the table: what the client made of the node's answer.
// Usage of each client's program: node CLIENT.mjs <url of /rpc> <confirmations>
export const [url, confirmations] = [process.argv[2], Number(process.argv[3])];
export const wsUrl = url.replace('http', 'ws');
export const LAMPORTS = 1_000_000;
const ROW_MS = 60_000;
// Between two rows: an address has 50 tokens a second, and a row takes up to 80.
const PAUSE_MS = 400;

export function check(condition, what) {
  if (!condition) throw new Error(`wrong answer: ${what}`);
}

export async function refusal(work) {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('wrong answer: it was to be refused');
}

/** Wait for what the work returns, at most as long as a row may take. */
async function within(work, ms) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

export async function row(name, work, ms = ROW_MS) {
  await new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MS);
  });
  let outcome = 'ok';
  try {
    await within(work, ms);
  } catch (error) {
    const cause = error.cause ? `: ${error.cause.message ?? error.cause}` : '';
    outcome = `${error.message ?? error}${cause}`.slice(0, 300);
  }
  console.log(JSON.stringify({ row: name, outcome }));
}

/** Make the rows of an object whose keys are names, in order. */
export async function rows(works) {
  for (const [name, work] of Object.entries(works)) await row(name, work);
}

/** Send and confirm one transaction after the other. */
export async function confirmsAll(sendOne) {
  await row(
    'confirmations',
    async () => {
      for (let count = 0; count < confirmations; count += 1) await sendOne(count);
    },
    10_000 * confirmations,
  );
}

export function ends() {
  process.exit(0);
}
