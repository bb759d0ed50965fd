/** Two signals within this time are one Ctrl-C that arrived twice: from the terminal and through npm. */
const ONE_KEYSTROKE = 1000

/** Resolves at the first request to stop. A later second one calls `force`. */
export function stopRequested(force: () => void): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let first: number | null = null
    const onSignal = (signal: NodeJS.Signals) => {
      if (first === null) {
        first = performance.now()
        resolve(signal)
      } else if (performance.now() - first > ONE_KEYSTROKE) force()
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal)
  })
}

/** True if the work ended in time. Otherwise it continues without being awaited. */
export async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
