import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEFAULT_MAX_FILE_MIB } from '../../kernel/base/settings.ts'
import { CHECKOUT } from '../../kernel/checkout.ts'
import { WAIT_SECONDS } from '../process/start-doctor.ts'

const nginx = /^```nginx\n(.*?)^```$/ms.exec(readFileSync(new URL('docs/operating.md', CHECKOUT), 'utf8'))?.[1] ?? ''
const numberAfter = (name: string): number => Number(new RegExp(`\\b${name} (\\d+)`).exec(nginx)?.[1])

test('the documented settings of nginx take our largest file and wait for our longest request', () => {
  expect(numberAfter('client_max_body_size')).toBeGreaterThan(DEFAULT_MAX_FILE_MIB)
  expect(numberAfter('proxy_read_timeout')).toBeGreaterThan(WAIT_SECONDS)
  expect(nginx).toContain('proxy_set_header Host $host;')
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
})
