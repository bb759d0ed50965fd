import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Heartbeats } from './heartbeats.ts'
import { Queue } from './queue.ts'
import type { QueueSpec } from './queue-spec.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const DELAY = { leastSeconds: 4, mostSeconds: 6 }

function newQueue(): Queue {
  const row = { id: 'q', user_id: 1, registered_seq: 0, acked: 0, touched: 0, idle_seconds: 600 }
  return new Queue(1, row, {} as QueueSpec, 0)
}

/** Heartbeats that end their poll, as an answer does, and a list of the queues that got one. */
function heartbeats() {
  const beaten: Queue[] = []
  const beats = new Heartbeats((queue) => {
    beaten.push(queue)
    queue.poll = undefined
  }, DELAY)
  const poll = (queue: Queue) => {
    queue.poll = { send: () => {}, wait: () => {}, since: beats.now }
    beats.expect(queue)
  }
  const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)
  return { beaten, poll, pass }
}

test('a waiting poll gets a heartbeat between the minimum and the maximum delay', () => {
  const { beaten, poll, pass } = heartbeats()
  const queue = newQueue()
  poll(queue)
  pass(3)
  expect(beaten).toEqual([])
  pass(3)
  expect(beaten).toEqual([queue])
})

test('a queue that has polled again does not get a heartbeat too early, nor twice', () => {
  const { beaten, poll, pass } = heartbeats()
  const queue = newQueue()
  poll(queue)
  pass(3)
  poll(queue)
  pass(3)
  expect(beaten).toEqual([])
  pass(4)
  expect(beaten).toEqual([queue])
  pass(20)
  expect(beaten).toHaveLength(1)
})

test('a client that has gone gets none, and is scheduled again when it comes back', () => {
  const { beaten, poll, pass } = heartbeats()
  const queue = newQueue()
  poll(queue)
  queue.poll = undefined
  pass(7)
  expect(beaten).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
  poll(queue)
  pass(6)
  expect(beaten).toEqual([queue])
})
