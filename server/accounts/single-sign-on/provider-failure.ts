/** Says why the provider returned no answer that counts. The message is for the log and contains nothing secret. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
  /** The provider does not answer, or not as it should. Another try may succeed. */
  readonly mayPass: boolean

  constructor(reason: string, mayPass: boolean) {
    super(reason)
    this.mayPass = mayPass
  }
}
