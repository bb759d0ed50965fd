import type { IncomingMessage } from 'node:http'
import type { PasswordAttempts, RequestInfo } from '../route.ts'
import type { ClientAddress } from './client-address.ts'
import { isLocalCaller } from './local-caller.ts'

/** `ignored` are the names of parameters without effect, sorted. The handler may add some. */
export const requestInfo = (
  request: IncomingMessage,
  address: ClientAddress,
  passwordAttempts: PasswordAttempts,
  ignored: string[],
): RequestInfo => ({
  ip: address.ip,
  isLocal: () => isLocalCaller(request, address),
  passwordAttempts,
  header(name) {
    const value = request.headers[name.toLowerCase()]
    return typeof value === 'string' ? value : undefined
  },
  ignore: (names) => void ignored.splice(0, ignored.length, ...[...ignored, ...names].sort()),
})
