import { describe, expect, test } from 'vitest'
import { truncateContent, truncateTopic } from './limits.ts'

describe('content', () => {
  test('that fits stays as it is', () => expect(truncateContent('a'.repeat(30), 30)).toBe('a'.repeat(30)))

  test('that is too long says that it was cut', () => {
    const cut = truncateContent('a'.repeat(31), 30)
    expect(cut).toBe(`${'a'.repeat(10)}\n[message truncated]`)
    expect(cut).toHaveLength(30)
  })

  test('is counted in code points and cut between them', () => {
    expect(truncateContent('👍'.repeat(30), 30)).toBe('👍'.repeat(30))
    expect(truncateContent('👍'.repeat(31), 30)).toBe(`${'👍'.repeat(10)}\n[message truncated]`)
  })
})

describe('a topic', () => {
  test('that fits stays as it is', () => expect(truncateTopic('a'.repeat(60), 60)).toBe('a'.repeat(60)))

  test('that is too long ends in dots', () =>
    expect(truncateTopic('é👍'.repeat(40), 60)).toBe(`${'é👍'.repeat(28)}é...`))
})
