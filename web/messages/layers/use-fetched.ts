import { useEffect, useState } from 'preact/hooks'
import { reasonOf } from '../show-failure.ts'

interface FetchState<T> {
  /** Null until it has come. */
  readonly value: T | null
  /** Why it did not come. */
  readonly refusal: string | null
  retry(): void
}

/** What a layer shows of the server. It is fetched again when one of the inputs changes. */
export function useFetched<T>(fetch: () => Promise<T>, inputs: readonly unknown[]): FetchState<T> {
  const [value, setValue] = useState<T | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    const ifCurrent =
      <A>(set: (answer: A) => void) =>
      (answer: A) => {
        if (isCurrent) set(answer)
      }
    setRefusal(null)
    fetch().then(
      ifCurrent((answer: T) => setValue(() => answer)),
      ifCurrent((error: unknown) => setRefusal(reasonOf(error))),
    )
    return () => {
      isCurrent = false
    }
  }, [...inputs, attempt])
  return { value, refusal, retry: () => setAttempt(attempt + 1) }
}
