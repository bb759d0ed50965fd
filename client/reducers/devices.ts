import type { EventOf } from '../../api/events/index.ts'
import type { Device } from '../../api/objects/personal.ts'
import type { RegisterState } from '../../api/objects/register-state.ts'
import { reducer } from './reducer.ts'

type Devices = NonNullable<RegisterState['devices']>

const NEW_DEVICE: Device = {
  push_key_id: null,
  push_token_id: null,
  pending_push_token_id: null,
  push_token_last_updated_timestamp: null,
  push_registration_error_code: null,
}

function changeDevices(devices: Devices, event: EventOf<'device'>): Devices {
  const { [event.device_id]: before = NEW_DEVICE, ...others } = devices
  switch (event.op) {
    case 'add':
      return { ...others, [event.device_id]: NEW_DEVICE }
    case 'update': {
      const { id: _id, type: _type, op: _op, device_id, ...change } = event
      return { ...others, [device_id]: { ...before, ...change } as Device }
    }
    case 'remove':
      return others
  }
}

const applyDeviceEvent = (state: RegisterState, event: EventOf<'device'>): RegisterState =>
  state.devices ? { ...state, devices: changeDevices(state.devices, event) } : state

export const devices = reducer('device', applyDeviceEvent)
