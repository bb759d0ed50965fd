import { expect, test } from 'vitest'
import { UsageError } from './command.ts'
import { hostName } from './host-name.ts'

test.each(['localhost', 'chat.example.org', 'Chat.Example.ORG', '127.0.0.1', 'xn--bcher-kva.example', 'a'.repeat(63)])(
  '%s is a host name',
  (text) => expect(hostName('HOST', text)).toBe(text.toLowerCase()),
)

test.each([
  '',
  'not a host!',
  'chat.example.org:8443',
  'https://chat.example.org/',
  '-x.example.org',
  'x-.example.org',
  'example.org.',
  'a..b',
  'a'.repeat(64),
  `${'a.'.repeat(127)}a`,
])('"%s" is not a host name', (text) => expect(() => hostName('HOST', text)).toThrow(UsageError))
