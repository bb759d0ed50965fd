import { expect, test } from 'vitest'
import { pickColor } from './colors.ts'

test('each new subscription has another color, until all are used: then the recipient decides', () => {
  const used = new Set<string>()
  for (let count = 0; count < 24; count += 1) used.add(pickColor(used, 7))
  expect(used.size).toBe(24)
  const palette = [...used]
  expect(pickColor(used, 7)).toBe(palette[7])
  expect(pickColor(used, 24 + 3)).toBe(palette[3])
  used.delete(palette[5]!)
  expect(pickColor(used, 7)).toBe(palette[5])
})
