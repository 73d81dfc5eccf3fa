/**
 * Runs calls one after the other, in the order asked. Reads and saves of the same settings go
 * through one of these, so that a late answer can not put back what was changed since.
 */
export function oneAtATime(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const mine = last.then(act);
    last = mine.catch(() => undefined);
    return mine;
  };
}
