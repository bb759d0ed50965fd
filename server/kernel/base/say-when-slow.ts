/** The part of pino's logger that is needed here. */
export interface ProgressLog {
  info(text: string): void
}

const SLOW_MILLISECONDS = 1000

/** Logs what the work is doing if it takes longer than a second, and again whenever that changes. */
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
