import type { Clock } from '../../base/clock.ts'
import { type ClientAddress, limitKey } from '../request/client-address.ts'
import { PasswordAttempts } from './password-attempts.ts'
import { RateWindow, type Usage } from './rate-window.ts'

export interface RateLimits {
  /** Counts a request of an account, or of an address without an account. Null if nothing is counted. */
  countUser(userId: number, address: ClientAddress, weight: number): Usage | null
  countVisitor(address: ClientAddress, weight: number): Usage | null
  /** Counts a poll for events. They have a limit of their own, because a busy day must not use up what one may send. */
  countPoll(userId: number, address: ClientAddress): Usage | null
  /** Adds what a request of an account, or of an address without one, has cost more than was counted. */
  addCost(userId: number | null, address: ClientAddress, weight: number): void
  /** Counts a read of an uploaded file by a visitor without an account. All visitors share the limit of a file. */
  countFileVisitor(file: string, address: ClientAddress): Usage | null
  /** Counts a file of another site. A page shows many, and browsers keep them. */
  countForeignFile(address: ClientAddress): Usage | null
  /** Counts a mail that a form sends for somebody who is not signed in. */
  countFormMail(address: ClientAddress): Usage | null
  /** Counts a mail to an address, with an account or without one. No client is exempt. */
  countMailTo(email: string): readonly Usage[]
  readonly passwordAttempts: PasswordAttempts
}

export function createRateLimits(clock: Clock, isOn: boolean): RateLimits {
  const users = new RateWindow(200, 60, clock)
  const polls = new RateWindow(2_000, 60, clock)
  const addresses = new RateWindow(100, 60, clock)
  const filesOfVisitors = new RateWindow(1_000, 86_400, clock)
  const foreignFiles = new RateWindow(600, 60, clock)
  const formMails = new RateWindow(5, 86_400, clock)
  const mailsTo = [new RateWindow(2, 3_600, clock), new RateWindow(5, 86_400, clock)]

  const count = (window: RateWindow, key: string, address: ClientAddress, weight: number): Usage | null =>
    isOn && !address.isLoopback ? window.take(key, weight) : null

  return {
    countUser: (userId, address, weight) => count(users, `${userId}`, address, weight),
    countVisitor: (address, weight) => count(addresses, limitKey(address.ip), address, weight),
    countPoll: (userId, address) => count(polls, `${userId}`, address, 1),
    addCost(userId, address, weight) {
      if (!isOn || address.isLoopback) return
      if (userId === null) addresses.add(limitKey(address.ip), weight)
      else users.add(`${userId}`, weight)
    },
    countFileVisitor: (file, address) => count(filesOfVisitors, file, address, 1),
    countForeignFile: (address) => count(foreignFiles, limitKey(address.ip), address, 1),
    countFormMail: (address) => count(formMails, limitKey(address.ip), address, 1),
    countMailTo: (email) => (isOn ? mailsTo.map((window) => window.take(email)) : []),
    passwordAttempts: new PasswordAttempts(clock),
  }
}
