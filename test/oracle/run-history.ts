import type { Operation } from './history.ts'
import { Model } from './model.ts'
import type { World } from './world.ts'

/** Runs a history against both. Operations that are not possible at their place are skipped. */
export async function runHistory(
  history: readonly Operation[],
  world: World,
): Promise<{ model: Model; ran: Operation[] }> {
  const model = new Model()
  const ran: Operation[] = []
  for (const planned of history) {
    const operation = model.withAuthor(planned)
    if (!model.allows(operation)) continue
    const targets = model.targetsOf(operation)
    const id = await world.run(operation, targets)
    model.apply(operation, id)
    ran.push(operation)
  }
  return { model, ran }
}
