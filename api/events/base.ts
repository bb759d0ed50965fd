import * as z from 'zod'

/** What every event has. Ids increase inside a queue, with gaps. */
export const event = <const Type extends string, Shape extends Record<string, z.ZodType>>(type: Type, shape: Shape) =>
  z.strictObject({
    id: z.int().describe('The id of the event. Ids grow within a queue and can have gaps.'),
    type: z.literal(type).describe('The type of the event.'),
    ...shape,
  })

/** The fields of register that a member of `fetch_event_types` brings. Fields with events stand beside those. */
export const registerFields = <Shape extends Record<string, z.ZodType>>(_type: string, shape: Shape): Shape => shape
