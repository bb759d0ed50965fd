import { expect, it } from 'vitest'
import { boldParts, literal } from './bold-parts.ts'

it('finds what is bold', () => {
  expect(boldParts('<b>Enter</b> sends')).toEqual(['', 'Enter', ' sends'])
  expect(boldParts('Enter sends')).toEqual(['Enter sends'])
})

it('takes signs in the words of people as words', () => {
  const topic = 'what </b> and <b> mean'
  expect(boldParts(`Start <b>${literal(topic)}</b> as a new topic`)).toEqual(['Start ', topic, ' as a new topic'])
})
