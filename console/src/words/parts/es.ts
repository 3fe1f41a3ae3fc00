import type { PartsWords } from './en.ts'

export const es: PartsWords = {
  copy: 'Copiar',
  copied: 'Copiado',
  copyOf: (label) => `Copiar: ${label}`,
  copyByHand: 'Su navegador no copia aquí. Copie usted el texto seleccionado.',
  enterSaves: 'Intro guarda, Esc lo deshace',

  // Lists and trees that people sort
  spaceActions: (title) => `Acciones para el espacio ${title}`,
  collectionActions: (title) => `Acciones para la colección ${title}`,
  moveUp: 'Subir',
  moveDown: 'Bajar',
  moveInto: (title) => `Mover a «${title}»`,
  moveOut: (title) => `Sacar de «${title}»`,
  moved: {
    before: (item, target) => `«${item}» está ahora antes de «${target}».`,
    after: (item, target) => `«${item}» está ahora después de «${target}».`,
    inside: (item, target) => `«${item}» está ahora en «${target}».`,
  },
  notMoved: (item) => `«${item}» no se ha movido.`,

  // The icon beside a title
  chooseSign: 'Elegir un icono',
  noSign: 'Ninguno',
  removeSign: 'Quitar el icono',
  findSign: 'Buscar un icono',
  findSignHint: 'Una palabra en inglés o el propio emoji.',
  noSignFound: 'Ningún icono se llama así.',
  emoji: 'Emoji',
  emojis: 'Emojis',
  icons: 'Iconos',

  // A new space or collection
  newContentHint: 'Un espacio es un conjunto de páginas con un mismo historial. Una colección agrupa espacios.',
  importInstead: '¿Su documentación ya existe en otro lugar?',
  kind: 'Tipo',
  inCollection: 'En la colección',
}
