import { HubCore } from '../kernel/hub-core.ts'
import type { ToHub } from '../kernel/hub-messages.ts'

const ports = new Set<MessagePort>()
const hub = new HubCore(
  (message) => {
    for (const port of ports) port.postMessage(message)
  },
  { isApart: true },
)

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports
  if (!port) return
  ports.add(port)
  port.onmessage = ({ data }: MessageEvent<ToHub>) => {
    if (data.kind === 'bye') ports.delete(port)
    else hub.receive(data, (message) => port.postMessage(message))
  }
})
