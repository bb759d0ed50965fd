/**
 * Work that was refused before it started: too much was waiting (`full`), or it waited too long (`late`), or too long
 * for a slow read of the same caller (`slow`).
 */
export class Busy extends Error {
  override name = 'Busy'
  readonly why: 'full' | 'late' | 'slow'

  constructor(why: Busy['why']) {
    super(why === 'full' ? 'too many requests are waiting' : 'waited too long')
    this.why = why
  }
}

/** The database did not answer in time. Whether it executed the statement is unknown. */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'

  constructor() {
    super('no answer within the time limit')
  }
}

/** The client closed its connection, so the statement was not started. */
export class CallerGone extends Error {
  override name = 'CallerGone'

  constructor() {
    super('the client closed the connection')
  }
}
