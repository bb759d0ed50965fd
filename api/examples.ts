/** A request that a test made, and the answer that it received. */
export interface Example {
  /** Parameters by name, as the text that was sent; `@name` for a file. */
  readonly request: Readonly<Record<string, string>>
  readonly status: number
  /** The whole body. */
  readonly answer: Readonly<Record<string, unknown>>
}

export interface OperationExamples {
  readonly success: Example
  readonly error?: Example
}

/** The keys are the names of operations in the contract. */
export type Examples = Readonly<Record<string, OperationExamples>>
