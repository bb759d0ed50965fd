/** The service must send this header, and did not. */
export class MissingHeader extends Error {
  override name = 'MissingHeader'
  readonly header: string

  constructor(header: string) {
    super(`missing header ${header}`)
    this.header = header
  }
}

/** The headers of a delivery. Some services name the event there. */
export class DeliveryHeaders {
  readonly find: (name: string) => string | undefined

  constructor(find: (name: string) => string | undefined) {
    this.find = find
  }

  require(name: string): string {
    const value = this.find(name)
    if (value === undefined || value === '') throw new MissingHeader(name)
    return value
  }
}
