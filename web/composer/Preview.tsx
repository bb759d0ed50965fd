import { useEffect, useState } from 'preact/hooks'
import { echoOf } from '../messages/echo.ts'
import { Html } from '../ui/Html.tsx'
import { loadEngine } from './echo/load-engine.ts'
import { renderText } from './render-text.ts'

/** What the text will look like. The server knows more than this browser: uploads, for example. */
export function Preview({ source }: { source: string }) {
  const [rendered, setRendered] = useState<string | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    void loadEngine()
    void renderText(source, stop.signal).then((html) => {
      if (!stop.signal.aborted) setRendered(html)
    })
    return () => stop.abort()
  }, [source])
  return (
    <div class="ta preview">
      <Html class="body" html={rendered ?? echoOf(source)} />
    </div>
  )
}
