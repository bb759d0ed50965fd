import {
  createCustomProfileField,
  deleteCustomProfileField,
  getCustomProfileFields,
  removeProfileData,
  reorderCustomProfileFields,
  updateCustomProfileField,
  updateProfileData,
} from '../../../api/endpoints/profile-fields.ts'
import { requirePerson } from '../../kernel/access/user-access.ts'
import { requireRole } from '../../kernel/http/request/authentication.ts'
import { route } from '../../kernel/http/route.ts'
import { renderContent } from '../../kernel/rendering/render-content.ts'
import { changeProfile, renderProfileData } from './change-profile.ts'
import { createProfileField } from './create-profile-field.ts'
import { deleteProfileField } from './delete-profile-field.ts'
import { presentFields } from './present.ts'
import { reorderProfileFields } from './reorder-profile-fields.ts'
import { updateProfileField } from './update-profile-field.ts'

export const profileFieldRoutes = {
  getCustomProfileFields: route(getCustomProfileFields, ({ actor }) => ({
    custom_fields: presentFields(actor.realm),
  })),

  createCustomProfileField: route(createCustomProfileField, async (call) => {
    const { id } = await call.transact((tx) => {
      requireRole(createCustomProfileField.auth, tx.actor.user)
      return createProfileField(tx, call.params)
    })
    return { id }
  }),

  reorderCustomProfileFields: route(reorderCustomProfileFields, async (call) => {
    await call.transact((tx) => {
      requireRole(reorderCustomProfileFields.auth, tx.actor.user)
      return reorderProfileFields(tx, call.params.order)
    })
    return {}
  }),

  updateCustomProfileField: route(updateCustomProfileField, async (call) => {
    const { field_id: id, ...options } = call.params
    await call.transact((tx) => {
      requireRole(updateCustomProfileField.auth, tx.actor.user)
      return updateProfileField(tx, id, options)
    })
    return {}
  }),

  deleteCustomProfileField: route(deleteCustomProfileField, async (call) => {
    await call.transact((tx) => {
      requireRole(deleteCustomProfileField.auth, tx.actor.user)
      return deleteProfileField(tx, call.params.field_id)
    })
    return {}
  }),

  updateProfileData: route(updateProfileData, async (call) => {
    const { ctx, actor, params } = call
    requirePerson(actor.user)
    const render = async (source: string) => (await renderContent(call, actor, ctx.siteOf(actor.realm), source)).html
    const updates = await renderProfileData(actor, params.data, render)
    await call.transact((tx) => changeProfile(tx, actor.user.id, updates))
    return {}
  }),

  removeProfileData: route(removeProfileData, async (call) => {
    const { actor, params } = call
    requirePerson(actor.user)
    const updates = params.data.map((id) => ({ id, value: null }))
    await call.transact((tx) => changeProfile(tx, actor.user.id, updates))
    return {}
  }),
}
