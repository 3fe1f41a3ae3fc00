import { organizationRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { CreateTranslation, GlossaryEntry, Translation, UpdateGlossary, UpdateTranslation } from './translations.ts'

const glossary = '/v1/orgs/{organizationId}/translations-glossary' as const
const ofOrganization = '/v1/orgs/{organizationId}/translations' as const
const ofTranslation = `${ofOrganization}/{translationId}` as const

/** Terms and their translations (docs/interface.md#glossary). */
export const glossaryOperations = operations('content', {
  listGlossaryEntries: {
    method: 'GET',
    path: glossary,
    summary: 'List the entries of the glossary',
    access: organizationRole('read'),
    query: ListQuery,
    replies: { 200: list(GlossaryEntry) },
  },
  updateGlossaryEntries: {
    method: 'PUT',
    path: glossary,
    summary: 'Insert, change and delete entries of the glossary, all or none',
    access: organizationRole('create'),
    body: UpdateGlossary,
    audited: { target: 'organization', id: 'organizationId' },
    replies: { 204: null },
  },
  getGlossaryEntry: {
    method: 'GET',
    path: `${glossary}/{glossaryEntryId}`,
    summary: 'Get an entry of the glossary',
    access: organizationRole('read'),
    replies: { 200: GlossaryEntry },
  },
})

/** Spaces that are kept as translations of others (docs/interface.md#translations). */
export const translationOperations = operations('content', {
  listTranslations: {
    method: 'GET',
    path: ofOrganization,
    summary: 'List the translations of an organization',
    access: organizationRole('read'),
    query: ListQuery,
    replies: { 200: list(Translation) },
  },
  createTranslation: {
    method: 'POST',
    path: ofOrganization,
    summary: 'Translate a space into a new space, and keep the translation up to date',
    access: organizationRole('create'),
    body: CreateTranslation,
    audited: { target: 'translation', id: 'reply', fields: ['source', 'language'] },
    calls: ['getTranslationModel'],
    replies: { 201: Translation },
  },
  getTranslation: {
    method: 'GET',
    path: ofTranslation,
    summary: 'Get a translation',
    access: organizationRole('read'),
    replies: { 200: Translation },
  },
  updateTranslation: {
    method: 'PUT',
    path: ofTranslation,
    summary: 'Change the instructions of a translation',
    access: organizationRole('create'),
    body: UpdateTranslation,
    replies: { 200: Translation },
  },
  deleteTranslation: {
    method: 'DELETE',
    path: ofTranslation,
    summary: 'End a translation; the translated space stays as it is',
    access: organizationRole('create'),
    audited: { target: 'translation', id: 'translationId' },
    replies: { 204: null, 205: null },
  },
  runTranslation: {
    method: 'POST',
    path: `${ofTranslation}/run`,
    summary: 'Run a translation again',
    access: organizationRole('create'),
    audited: { target: 'translation', id: 'translationId' },
    calls: ['getTranslationModel'],
    replies: { 204: null },
  },
})
