import { CANNED, isIndex, isObject, isText, type Step } from './submessage.ts'

export interface Task {
  /** `0,canned` for the first task of the message, `1,7` for one that person 7 has added. */
  readonly key: string
  readonly text: string
  readonly description: string
  readonly isDone: boolean
  /** Who ticked it last. */
  readonly doneBy: number | null
}

export interface Todo {
  readonly kind: 'todo'
  readonly title: string
  readonly tasks: readonly Task[]
}

const KEY = /^(\d+),(\d+)$/

/** In a to-do list the number comes first. Some clients write the person first, as in polls. */
const turned = (key: string): string => key.split(',').reverse().join()

/** What a to-do list has come to. Steps that are not of a to-do list, or not allowed, change nothing. */
export function readTodo(extra: Readonly<Record<string, unknown>>, steps: readonly Step[], authorId: number): Todo {
  const tasks = new Map<string, Task>()
  let title = isText(extra['task_list_title']) ? extra['task_list_title'] : ''
  const add = (key: string, { task, desc, completed }: Step['data'], senderId: number | null) => {
    if (!isText(task) || [...tasks.values()].some((one) => one.text === task)) return
    const isDone = completed === true
    const description = isText(desc) ? desc : ''
    tasks.set(key, { key, text: task, description, isDone, doneBy: isDone ? senderId : null })
  }
  const canned: unknown[] = Array.isArray(extra['tasks']) ? extra['tasks'] : []
  for (const [index, task] of canned.entries()) if (isObject(task)) add(`${index},${CANNED}`, task, null)
  for (const { senderId, data } of steps) {
    if (data['type'] === 'new_task_list_title') {
      if (senderId === authorId && isText(data['title'])) title = data['title']
    } else if (data['type'] === 'new_task') {
      if (isIndex(data['key'])) add(`${data['key']},${senderId}`, data, senderId)
    } else if (data['type'] === 'strike') strike(tasks, senderId, data['key'])
  }
  return { kind: 'todo', title, tasks: [...tasks.values()] }
}

/** A strike ticks what is open and opens what is ticked. */
function strike(tasks: Map<string, Task>, senderId: number, key: unknown): void {
  const task = isText(key) ? (tasks.get(key) ?? tasks.get(turned(key))) : undefined
  if (task) tasks.set(task.key, { ...task, isDone: !task.isDone, doneBy: task.isDone ? null : senderId })
}

/** The number of the next task that a person adds. */
export function nextTask({ tasks }: Todo, ownId: number): number {
  const own = tasks.map(({ key }) => KEY.exec(key)).filter((parts) => Number(parts?.[2]) === ownId)
  return Math.max(0, ...own.map((parts) => Number(parts?.[1]))) + 1
}
