/** Calls the work with `size` records at a time, so that memory stays flat. */
export async function inBatches<T>(
  rows: AsyncIterable<T> | undefined,
  size: number,
  work: (batch: readonly T[]) => Promise<void>,
): Promise<void> {
  let batch: T[] = []
  for await (const row of rows ?? []) {
    batch.push(row)
    if (batch.length < size) continue
    await work(batch)
    batch = []
  }
  if (batch.length > 0) await work(batch)
}

/** The number of rows that are read or written at once. */
export const BATCH = 1_000
