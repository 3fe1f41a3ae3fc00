import type { ReadingWords } from './en.ts'

export const es: ReadingWords = {
  // Reading
  pagesBelow: (title) => `Páginas bajo ${title}`,
  partsOfSpace: 'Partes del espacio',
  history: 'Historial',
  hidden: 'Oculta en los sitios',
  besidePage: 'Junto a la página',
  onThisPage: 'En esta página',
  noHeadings: 'Esta página no tiene encabezados.',
  emptyPage: 'Esta página está vacía.',
  noPagesHint: 'Edite el espacio para escribir su primera página.',
  noPagesReader: 'Nadie ha escrito aquí una página todavía.',
  noHistory: 'Todavía no se ha fusionado nada',
  noHistoryHint: 'Cada cambio fusionado aparece aquí, con quién lo hizo y qué cambió.',
  readRevision: 'Leer esta versión',
  continueIn: 'Continuar en',
  newChangeRequest: 'Nuevo cambio',

  // Comments
  comment: 'Comentar',
  comments: 'Comentarios',
  noComments: 'No hay comentarios abiertos. Escriba el primero.',
  newComment: 'Escribir un comentario…',
  newReply: 'Escribir una respuesta…',
  reply: 'Responder',
  resolve: 'Resolver',
  reopen: 'Reabrir',
  edited: 'editado',
  deleteComment: 'Eliminar el comentario',
  showResolved: (count) => (count === 1 ? 'Mostrar 1 comentario resuelto' : `Mostrar ${count} comentarios resueltos`),
  hideResolved: 'Ocultar los comentarios resueltos',
  reactWith: (emoji, count) => `Reaccionar con ${emoji}, ${count} hasta ahora`,

  // Settings
  spaceSettings: 'Ajustes del espacio',
  general: 'General',
  defaultLevel: 'Qué pueden hacer los miembros',
  defaultLevelHint: 'Para los miembros a quienes ninguna otra regla da más o menos.',
  levels: {
    inherit: 'Como en la colección u organización',
    none: 'Nada',
    read: 'Leer',
    comment: 'Comentar',
    edit: 'Editar',
    review: 'Revisar y fusionar',
    create: 'Crear espacios',
    admin: 'Administrar',
  },
  removeSpace: 'Eliminar el espacio',
  removeSpaceHint: 'Sus páginas se van con él. Se puede recuperar durante siete días.',
  removeSpaceQuestion: (title) => `¿Eliminar «${title}»?`,
}
