/** Refused before it was begun, because too many wait or because it has waited for too long. It may come again. */
export class Busy extends Error {
  override name = 'Busy'
  readonly why: 'full' | 'late'

  constructor(why: 'full' | 'late') {
    super(why === 'full' ? 'Too many wait for the database already' : 'It has waited for the database too long')
    this.why = why
  }
}

/** The database has not answered within the time that a statement may take. Whether the statement was carried out is unknown. */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'

  constructor() {
    super('no answer within the time limit')
  }
}

/** The caller has hung up: nobody waits for the statement any more. */
export class CallerGone extends Error {
  override name = 'CallerGone'

  constructor() {
    super('The caller has hung up')
  }
}
