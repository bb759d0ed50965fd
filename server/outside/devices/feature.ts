import { feature } from '../../kernel/feature.ts'
import { task } from '../../kernel/jobs/task.ts'
import { devicesState } from './initial-state.ts'
import { devicesInvariants } from './invariants.ts'
import { pushRelay } from './push-relay.ts'
import { pushRegistration, registerAtRelay } from './register-at-relay.ts'
import { deviceRoutes } from './routes.ts'

export const devicesFeature = feature({
  shares: ['remove-device'],
  routes: deviceRoutes,
  state: [devicesState],
  visitorState: [{ types: ['device'], take: () => ({ devices: {} }) }],
  tasks: [
    task(pushRegistration, (context, { realm, payload, signal }) => registerAtRelay(context, realm, payload, signal)),
  ],
  invariants: devicesInvariants,
  resources: [pushRelay],
})
