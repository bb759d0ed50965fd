import { type StateSlice, wantRows } from '../../kernel/register/snapshot.ts'
import { presentDevice } from './present.ts'
import { type DeviceRow, selectDevices } from './queries.ts'

export const devicesState: StateSlice = {
  types: ['device'],
  take: ({ realm, user }) =>
    wantRows<DeviceRow>(
      (db) => selectDevices(db, realm.id, user.id),
      (rows) => ({ devices: Object.fromEntries(rows.map((row) => [row.id, presentDevice(row)])) }),
    ),
}
