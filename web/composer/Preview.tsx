import { useEffect } from 'preact/hooks'
import { echoOf } from '../messages/echo.ts'
import { Html } from '../ui/Html.tsx'
import { loadEngine } from './echo/load-engine.ts'

/** What the text will look like. */
export function Preview({ source }: { source: string }) {
  useEffect(() => void loadEngine(), [])
  return (
    <div class="ta preview">
      <Html class="body" html={echoOf(source)} />
    </div>
  )
}
