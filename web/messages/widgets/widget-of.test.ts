import { describe, expect, test } from 'vitest'
import { nextOption, type Poll } from './read-poll.ts'
import { nextTask, type Todo } from './read-todo.ts'
import { widgetOf } from './widget-of.ts'

const ANN = 7
const BEN = 8

let lastId = 0
const submessage = (sender_id: number, data: unknown, more: object = {}) => ({
  id: ++lastId,
  message_id: 1,
  sender_id,
  msg_type: 'widget',
  content: typeof data === 'string' ? data : JSON.stringify(data),
  ...more,
})

const POLL = { widget_type: 'poll', extra_data: { question: 'Soup?', options: ['Yes', 'No'] } }
const TODO = { widget_type: 'todo', extra_data: { task_list_title: 'Trip', tasks: [{ task: 'Pack', desc: 'light' }] } }

const read = (first: unknown, ...rest: ReturnType<typeof submessage>[]) =>
  widgetOf({ sender_id: ANN, submessages: [submessage(ANN, first, { id: 0 }), ...rest] })
const poll = (...rest: ReturnType<typeof submessage>[]) => read(POLL, ...rest) as Poll
const todo = (...rest: ReturnType<typeof submessage>[]) => read(TODO, ...rest) as Todo
const votesOf = ({ options }: Poll) => Object.fromEntries(options.map(({ text, voters }) => [text, voters]))

describe('a poll', () => {
  test('has the question and the options of its message', () => {
    expect(poll()).toEqual({
      kind: 'poll',
      question: 'Soup?',
      options: [
        { key: 'canned,0', text: 'Yes', voters: [] },
        { key: 'canned,1', text: 'No', voters: [] },
      ],
    })
  })

  test('counts each vote of a person once, and takes it back', () => {
    const vote = (by: number, key: string, vote: number) => submessage(by, { type: 'vote', key, vote })
    const both = [vote(ANN, 'canned,0', 1), vote(BEN, 'canned,0', 1), vote(ANN, 'canned,0', 1)]
    expect(votesOf(poll(...both))).toEqual({ Yes: [BEN, ANN], No: [] })
    expect(votesOf(poll(...both, vote(BEN, 'canned,0', -1)))).toEqual({ Yes: [ANN], No: [] })
  })

  test('is the same in whatever order its submessages come, and however often', () => {
    const steps = [
      submessage(BEN, { type: 'new_option', idx: 1, option: 'Maybe' }),
      submessage(ANN, { type: 'vote', key: `${BEN},1`, vote: 1 }),
      submessage(ANN, { type: 'vote', key: `${BEN},1`, vote: -1 }),
      submessage(BEN, { type: 'vote', key: `${BEN},1`, vote: 1 }),
    ]
    const expected = { Yes: [], No: [], Maybe: [BEN] }
    expect(votesOf(poll(...steps))).toEqual(expected)
    expect(votesOf(poll(...steps.toReversed(), ...steps))).toEqual(expected)
  })

  test('has one option for the same text, and numbers new ones for each person', () => {
    const added = poll(
      submessage(ANN, { type: 'new_option', idx: 1, option: 'Maybe' }),
      submessage(BEN, { type: 'new_option', idx: 1, option: 'Maybe' }),
      submessage(BEN, { type: 'new_option', idx: 4, option: 'Later' }),
    )
    expect(added.options.map(({ key }) => key)).toEqual(['canned,0', 'canned,1', '7,1', '8,4'])
    expect([nextOption(added, ANN), nextOption(added, BEN), nextOption(added, 9)]).toEqual([2, 5, 1])
  })

  test('takes a new question from its author only', () => {
    const ask = (by: number, question: string) => submessage(by, { type: 'question', question })
    expect(poll(ask(ANN, 'Salad?')).question).toBe('Salad?')
    expect(poll(ask(BEN, 'Salad?')).question).toBe('Soup?')
  })

  test.each([
    ['no JSON', '{'],
    ['a list', []],
    ['null', null],
    ['an unknown type', { type: 'close' }],
    ['a vote for nothing', { type: 'vote', key: 'canned,9', vote: 1 }],
    ['a vote of two', { type: 'vote', key: 'canned,0', vote: 2 }],
    ['an option without a number', { type: 'new_option', option: 'Maybe' }],
    ['an option with a negative number', { type: 'new_option', idx: -1, option: 'Maybe' }],
    ['an option that is no text', { type: 'new_option', idx: 1, option: { a: 1 } }],
    ['a step of a to-do list', { type: 'new_task', key: 1, task: 'x', desc: '', completed: false }],
    ['another kind of submessage', { type: 'vote', key: 'canned,0', vote: 1 }, { msg_type: 'other' }],
  ])('ignores %s', (_, data, more: object = {}) => {
    expect(poll(submessage(BEN, data, more))).toEqual(poll())
  })

  test('takes what it can of options that are no list of texts', () => {
    const broken = { widget_type: 'poll', extra_data: { question: 5, options: ['Yes', 3, null, 'Yes'] } }
    expect(read(broken)).toEqual({
      kind: 'poll',
      question: '',
      options: [{ key: 'canned,0', text: 'Yes', voters: [] }],
    })
    expect(read({ widget_type: 'poll', extra_data: {} })).toEqual({ kind: 'poll', question: '', options: [] })
  })
})

describe('a to-do list', () => {
  const strike = (by: number, key: string) => submessage(by, { type: 'strike', key })
  const task = (by: number, key: number, name: string) =>
    submessage(by, { type: 'new_task', key, task: name, desc: '', completed: false })

  test('has the title and the tasks of its message', () => {
    expect(todo()).toEqual({
      kind: 'todo',
      title: 'Trip',
      tasks: [{ key: '0,canned', text: 'Pack', description: 'light', isDone: false, doneBy: null }],
    })
  })

  test('ticks and opens a task, and says who ticked it', () => {
    expect(todo(strike(BEN, '0,canned')).tasks).toMatchObject([{ isDone: true, doneBy: BEN }])
    expect(todo(strike(BEN, '0,canned'), strike(ANN, '0,canned')).tasks).toMatchObject([
      { isDone: false, doneBy: null },
    ])
    expect(todo(strike(BEN, 'canned,0')).tasks).toMatchObject([{ isDone: true }])
  })

  test('two people who tick at once leave it open, for everybody alike', () => {
    const both = [strike(ANN, '0,canned'), strike(BEN, '0,canned')]
    expect(todo(...both.toReversed())).toEqual(todo(...both))
  })

  test('has one task for the same text, and numbers new ones for each person', () => {
    const list = todo(task(BEN, 1, 'Buy'), task(ANN, 3, 'Buy'), task(ANN, 5, 'Pay'), strike(ANN, '1,8'))
    expect(list.tasks.map(({ key, isDone }) => [key, isDone])).toEqual([
      ['0,canned', false],
      ['1,8', true],
      ['5,7', false],
    ])
    expect([nextTask(list, ANN), nextTask(list, BEN), nextTask(list, 9)]).toEqual([6, 2, 1])
  })

  test('takes a new title from its author only', () => {
    const name = (by: number) => submessage(by, { type: 'new_task_list_title', title: 'Journey' })
    expect([todo(name(ANN)).title, todo(name(BEN)).title]).toEqual(['Journey', 'Trip'])
  })

  test.each([
    ['a strike of nothing', { type: 'strike', key: '9,9' }],
    ['a strike that is no text', { type: 'strike', key: 0 }],
    ['a task without a name', { type: 'new_task', key: 1, task: null }],
    ['a task with a text as its number', { type: 'new_task', key: '1', task: 'x', desc: '', completed: false }],
  ])('ignores %s', (_, data) => {
    expect(todo(submessage(BEN, data))).toEqual(todo())
  })
})

test('the choices of a bot are read, without those that are broken', () => {
  const choices = [{ short_name: 'A', long_name: 'All of it', reply: 'all' }, { short_name: 'B' }, null]
  const form = { widget_type: 'zform', extra_data: { type: 'choices', heading: 'How much?', choices } }
  expect(read(form)).toEqual({
    kind: 'choices',
    heading: 'How much?',
    choices: [{ short: 'A', text: 'All of it', reply: 'all' }],
  })
  expect(read({ widget_type: 'zform', extra_data: { type: 'other' } })).toBeUndefined()
})

test('a message without a widget of its own author is an ordinary message', () => {
  expect(widgetOf({ sender_id: ANN, submessages: [] })).toBeUndefined()
  expect(widgetOf({ sender_id: ANN, submessages: [submessage(BEN, POLL)] })).toBeUndefined()
  for (const data of ['{', [], { widget_type: 'chess', extra_data: {} }, { widget_type: 'poll' }])
    expect(read(data)).toBeUndefined()
})
