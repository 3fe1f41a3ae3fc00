import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { databaseOwners } from '../embedded/src/start-settings.ts'

export const read = (name: string) => readFileSync(resolve(import.meta.dirname, name), 'utf8')

// biome-ignore lint/suspicious/noExplicitAny: manifests are plain data; what is read of them is compared.
export type Manifest = any

/** The documents of a file, in YAML 1.1, as Kubernetes reads it: a number that begins with 0 is octal. */
export const documentsOf = (name: string): Manifest[] =>
  parseAllDocuments(read(name), { version: '1.1' }).map((document) => document.toJS())

export const kustomization: Manifest = parse(read('kustomization.yaml'))
export const manifests: Manifest[] = kustomization.resources.flatMap(documentsOf)

export const named = (kind: string, name: string): Manifest =>
  manifests.find((one: Manifest) => one.kind === kind && one.metadata.name === name)
export const ofKind = (kind: string): Manifest[] => manifests.filter((one: Manifest) => one.kind === kind)
export const podOf = (service: string): Manifest => named('Deployment', service).spec.template

/** Connections that a server has to allow besides those of the processes: the superuser's three, and a backup's, with one that counts missing files. */
export const otherConnections = 3 + databaseOwners.length + 1

/** Returns the variable that holds the address of a service. */
export const urlOf = (service: string) => `${service.toUpperCase()}_URL`
