import { describe, expect, it } from 'vitest'
import { widgetOf } from './widgets.ts'

describe('a widget', () => {
  it('of a poll has a question and options', () => {
    expect(widgetOf('/poll  Lunch? \r\n- Pizza\n\n * Soup\n-5 degrees')).toEqual({
      widget_type: 'poll',
      extra_data: { question: 'Lunch?', options: ['Pizza', 'Soup', '5 degrees'] },
    })
  })

  it('of tasks has a title, tasks and descriptions', () => {
    expect(widgetOf('/todo Work\nwrite: the text: today\nhttps://example.com')).toEqual({
      widget_type: 'todo',
      extra_data: {
        task_list_title: 'Work',
        tasks: [
          { task: 'write', desc: 'the text: today' },
          { task: 'https://example.com', desc: '' },
        ],
      },
    })
  })

  it.each(['/polls', '/pollx y', ' /poll', 'poll', '/todos', '/Poll'])('is not created by %j', (source) => {
    expect(widgetOf(source)).toBeUndefined()
  })
})
