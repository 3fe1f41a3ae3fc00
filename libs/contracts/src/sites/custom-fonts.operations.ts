import { z } from 'zod'
import { organizationRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list } from '../shared/list.ts'
import { CreateCustomFont, CustomFontDefinition, UpdateCustomFont } from './custom-fonts.ts'

const ofOrganization = '/v1/orgs/{organizationId}/fonts' as const
const ofFont = `${ofOrganization}/{fontId}` as const
const readsFiles = ['readUploadedFont'] as const

/** Fonts of an organization, for all of its sites (docs/interface.md#custom-fonts). */
export const customFontOperations = operations('sites', {
  listCustomFonts: {
    method: 'GET',
    path: ofOrganization,
    summary: 'List the custom fonts of an organization',
    access: organizationRole('read'),
    query: z.object({}),
    replies: { 200: list(CustomFontDefinition) },
  },
  createCustomFont: {
    method: 'PUT',
    path: ofOrganization,
    summary: 'Create a custom font from uploaded files',
    access: organizationRole('create'),
    body: CreateCustomFont,
    calls: readsFiles,
    slow: true,
    replies: { 201: CustomFontDefinition },
  },
  getCustomFont: {
    method: 'GET',
    path: ofFont,
    summary: 'Get a custom font',
    access: organizationRole('read'),
    replies: { 200: CustomFontDefinition },
  },
  updateCustomFont: {
    method: 'POST',
    path: ofFont,
    summary: 'Change a custom font, and the pages of all sites that use it',
    access: organizationRole('create'),
    body: UpdateCustomFont,
    calls: readsFiles,
    slow: true,
    replies: { 201: CustomFontDefinition },
  },
  deleteCustomFont: {
    method: 'DELETE',
    path: ofFont,
    summary: 'Delete a custom font; sites that use it have the default font again',
    access: organizationRole('create'),
    audited: { target: 'custom-font', id: 'fontId' },
    replies: { 204: null, 205: null },
  },
})
