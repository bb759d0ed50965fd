import type { Widget } from './rendering.ts'

const COMMAND = /^\/(poll|todo)(?=\s|$)/

/** The widget of a message that starts with `/poll` or `/todo`. Undefined for other messages. */
export function widgetOf(source: string): Widget | undefined {
  const command = source.startsWith('/') ? COMMAND.exec(source) : null
  if (!command) return undefined
  const [first = '', ...rest] = source.slice(command[0].length).split(/\r\n?|\n/)
  const title = first.trim()
  const items = rest.map(withoutBullet).filter((item) => item !== '')
  if (command[1] === 'poll') return { widget_type: 'poll', extra_data: { question: title, options: items } }
  return { widget_type: 'todo', extra_data: { task_list_title: title, tasks: items.map(taskOf) } }
}

const withoutBullet = (line: string): string => line.trim().replace(/^[-*]\s*/, '')

function taskOf(item: string): { task: string; desc: string } {
  const colon = item.indexOf(': ')
  if (colon === -1) return { task: item, desc: '' }
  return { task: item.slice(0, colon).trim(), desc: item.slice(colon + 2).trim() }
}
