import { hash } from 'node:crypto'

/** Fewer than those of an identifier, which an import of uploads has as its source. */
const characters = 16

/** Identifies an address that imports read from, and other parts of the place after it, without revealing them. */
export const sourceOfAddress = (address: string): string => hash('sha256', address, 'base64url').slice(0, characters)

/** True for the source of uploads, or of an import from before sources were recorded, which is empty. */
export const isUpload = (source: string): boolean => source.length !== characters
