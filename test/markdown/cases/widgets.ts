import type { CaseGroup } from './case.ts'

export const widgets: CaseGroup = {
  title: 'Widgets',
  about: 'A message that begins with /poll or /todo becomes one; its text stays as it was typed.',
  cases: [
    {
      name: 'widget: a poll',
      source: '/poll Lunch?\nPizza\nSoup',
      html: '<p>/poll Lunch?<br>\nPizza<br>\nSoup</p>',
      says: { widget: { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['Pizza', 'Soup'] } } },
    },
    {
      name: 'widget: a poll with bullets',
      source: '/poll Lunch?\n- Pizza\n* Soup\n\n  -  Salad ',
      html: '<p>/poll Lunch?</p>\n<ul>\n<li>Pizza</li>\n<li>\n<p>Soup</p>\n<ul>\n<li>Salad</li>\n</ul>\n</li>\n</ul>',
      says: {
        widget: { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['Pizza', 'Soup', 'Salad'] } },
      },
    },
    {
      name: 'widget: a poll without a question',
      source: '/poll',
      html: '<p>/poll</p>',
      says: { widget: { widget_type: 'poll', extra_data: { question: '', options: [] } } },
    },
    {
      name: 'widget: a poll whose question is on the next line',
      source: '/poll\nPizza',
      html: '<p>/poll<br>\nPizza</p>',
      says: { widget: { widget_type: 'poll', extra_data: { question: '', options: ['Pizza'] } } },
    },
    {
      name: 'widget: a list of tasks',
      source: '/todo Work\nWrite: the text\nRest',
      html: '<p>/todo Work<br>\nWrite: the text<br>\nRest</p>',
      says: {
        widget: {
          widget_type: 'todo',
          extra_data: {
            task_list_title: 'Work',
            tasks: [
              { task: 'Write', desc: 'the text' },
              { task: 'Rest', desc: '' },
            ],
          },
        },
      },
    },
    {
      name: 'widget: tasks with colons',
      source: '/todo\n- a: b: c\nurl https://x',
      html: '<p>/todo</p>\n<ul>\n<li>a: b: c<br>\nurl <a href="https://x">https://x</a></li>\n</ul>',
      says: {
        widget: {
          widget_type: 'todo',
          extra_data: {
            task_list_title: '',
            tasks: [
              { task: 'a', desc: 'b: c' },
              { task: 'url https://x', desc: '' },
            ],
          },
        },
      },
    },
    {
      name: 'widget: a word that only begins so',
      source: '/polls x',
      html: '<p>/polls x</p>',
      says: { widget: undefined },
    },
    {
      name: 'widget: not at the start',
      source: 'see /poll x',
      html: '<p>see /poll x</p>',
      says: { widget: undefined },
    },
  ],
}
