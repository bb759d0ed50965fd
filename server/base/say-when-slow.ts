/** The least of pino's logger that is needed here. */
export interface ProgressLog {
  info(text: string): void
}

const SLOW_MILLISECONDS = 1000

/** What takes longer than a second says what it is at, and says it again when that is something else. */
export async function sayWhenSlow<T>(log: ProgressLog, text: () => string, work: () => Promise<T>): Promise<T> {
  let said = ''
  const progress = setInterval(() => {
    if (text() === said) return
    said = text()
    log.info(said)
  }, SLOW_MILLISECONDS)
  try {
    return await work()
  } finally {
    clearInterval(progress)
  }
}
