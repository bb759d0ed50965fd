import * as z from 'zod'

/** What every event has. Ids increase inside a queue, with gaps. */
export const event = <const Type extends string, Shape extends Record<string, z.ZodType>>(type: Type, shape: Shape) =>
  z.strictObject({ id: z.int(), type: z.literal(type), ...shape })
