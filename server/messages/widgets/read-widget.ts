/** The data of the widget that a message is, as JSON text. Undefined for ordinary messages. */
export function readWidget(content: string): string | undefined {
  const word = /^\/(poll|todo)(?=\s|$)/.exec(content)
  if (!word) return undefined
  const [first = '', ...lines] = content.slice(word[0].length).split(/\r\n|\r|\n/)
  const title = first.trim()
  const items = lines.map(withoutBullet).filter((item) => item !== '')
  return word[1] === 'poll'
    ? widgetText('poll', { question: title, options: items })
    : widgetText('todo', { task_list_title: title, tasks: items.map(taskOf) })
}

export const widgetText = (type: string, data: object): string =>
  JSON.stringify({ widget_type: type, extra_data: data })

const withoutBullet = (line: string): string => line.trim().replace(/^[-*]\s*/, '')

/** The description follows the first colon and blank. */
function taskOf(item: string): { task: string; desc: string } {
  const end = item.indexOf(': ')
  return end === -1 ? { task: item, desc: '' } : { task: item.slice(0, end).trim(), desc: item.slice(end + 2).trim() }
}
