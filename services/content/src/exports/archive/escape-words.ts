/** Escapes the signs that would be read as markup in words. */
export const escaped = (words: string) =>
  words
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\\`*[\]<>~$|]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=\S)/gu, '\\$&')
