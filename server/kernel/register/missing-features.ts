/**
 * API fields with a constant value because their feature does not exist yet. The code takes the constants from here,
 * and the coverage report counts the fields as missing. Building a feature removes its line, and the compiler then
 * finds the places.
 */
export const MISSING = {
  /** Fields of register, by the fetch type that brings them; kernel/register/missing-state.ts has whole fetch types. */
  realm: {},
} as const
