import { describe, expect, test } from 'vitest'
import { truncateContent, truncateTopic } from './limits.ts'

describe('content', () => {
  test('within the limit stays unchanged', () => expect(truncateContent('a'.repeat(30), 30)).toBe('a'.repeat(30)))

  test('over the limit is marked as cut', () => {
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
  test('within the limit stays unchanged', () => expect(truncateTopic('a'.repeat(60), 60)).toBe('a'.repeat(60)))

  test('over the limit ends in dots', () => expect(truncateTopic('é👍'.repeat(40), 60)).toBe(`${'é👍'.repeat(28)}é...`))
})
