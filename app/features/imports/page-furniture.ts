import type { Platform } from '#worker/rules/platforms.ts'

// Lines that platform pages show around a review, in the languages we read (English, German, French, Spanish, Italian,
// Portuguese). Each expression matches a whole line.

const alone = (texts: string, count = '(?: ?\\(?\\d+\\)?)?') => new RegExp(`^(?:${texts})${count}$`, 'iu')

/** Buttons and their counts. */
export const BUTTONS: readonly RegExp[] = [
  alone("like|gefällt mir|j[’']aime|me gusta|mi piace|gostei|gosto|curtir"),
  alone(
    'share|teilen|partager|compartir|condividi|compartilhar|partilhar|comment|kommentieren|commenter|comentar|commenta',
  ),
  alone(
    'helpful\\??|hilfreich|utile|útil|useful|nützlich|funny|lustig|drôle|divertido|divertente|engraçado|cool',
  ),
  alone(
    'thanks?|danke|merci|gracias|grazie|obrigado|love this|oh no|oh nein|oh non|react|report|melden|signaler|denunciar|segnala',
  ),
  alone(
    'more|see more|read more|mehr|mehr ansehen|mehr lesen|plus|voir plus|lire la suite|más|ver más|leer más|altro|mostra altro|leggi di più|mais|ver mais|leia mais|saiba mais',
  ),
  /^all reactions:?.*$/i,
]

/** About the author, the review's age and its origin. */
export const ABOUT: readonly RegExp[] = [
  /^(?:(?:new|neu|nouveau|nouvel avis|nuev[oa]|nuov[oa]|novità|nov[oa])|edited|bearbeitet|modifié|editad[oa]|modificat[oa]|verified|verifiziert|verificad[oa]|vérifié)$/iu,
  /^(?:local guide(?: ·.*)?|(?:local guide · )?\d[\d,. ]*(?:reviews?|photos?|friends?|ratings?|check-ins?|contributions?|rezension(?:en)?|bewertung(?:en)?|beitr[aä]ge?|fotos?|freunde?|avis|contributions?|amis?|reseñas?|opiniones?|opinión|contribuciones|contribución|amigos?|recension[ei]|foto|contribut[oi]|amic[oi]|avaliaç(?:ão|ões)|críticas?|contribuiç(?:ão|ões))(?: ·.*)?)$/iu,
  /^.{1,60} · \d[\d,.]* (?:contributions?|beitr[aä]ge?|contribuciones|contribución|contribut[oi]|contribuiç(?:ão|ões))$/iu,
  /^elite(?: \d{2,4})?$/i,
  /^(?:visited|besucht|visité|visitad[oa]|visitat[oa]|date of (?:visit|experience)|erlebnisdatum|date de l[’']expérience|fecha de la experiencia|data dell[’']esperienza|data da experiência)\b.*$/iu,
  /^(?:translated by|von) google\b.*$|^(?:traduit|traducido|tradotto|traduzid[oa]) (?:par|por|da|pelo) google.*$/iu,
  /^(?:see|show) (?:original|translation).*$/i,
  /^\p{L}{3,12}\.? \d{4} • .{3,30}$/u,
  // 'Austin, TX'
  /^[\p{L}.' -]{2,40}, [A-Z]{2}(?:, [\p{L} ]+)?$/u,
  /^photo (?:of|de|von|di) .*$/i,
  /^\d+$/,
  // Icons.
  /^[\p{Co}\s]+$/u,
  /^.{0,60}\b(?:subjective opinion|subjektive meinung|l[’']opinion subjective|opinión subjetiva|opinione personale|opinião subjetiva)\b.*tripadvisor.*$/iu,
]

/** Starts the owner's reply: the lines that follow aren't part of the review. */
export const ANSWER: readonly RegExp[] = [
  /^(?:response from (?:the )?(?:owner|.{1,80}, .{1,40} at )|responded |business owner information|comment from .* of ).*$/i,
  /^(?:antwort (?:vom inhaber|des inhabers|der inhaberin|von .{1,80}, )|angaben des geschäftsinhabers|kommentar von .* von ).*$/iu,
  /^(?:réponse (?:du propriétaire|de .{1,80}, )|commentaire de .* de ).*$/iu,
  /^(?:respuesta (?:del propietario|de .{1,80}, )|comentario de .* de ).*$/iu,
  /^(?:risposta (?:del proprietario|da .{1,80}, |dalla proprietà)|commento da .* di ).*$/iu,
  /^(?:resposta (?:do proprietário|d[ae] .{1,80}, )|comentário de .* de ).*$/iu,
  /^.{1,120} \((?:owner|inhaber(?:in)?|propriétaire|propietari[oa]|proprietari[oa]|proprietári[oa])\)$/iu,
]

/** 'Kim Vale recommends Harbor Books.': Facebook's rating, after the author's name. */
export const RECOMMENDATIONS: readonly { line: RegExp; rating: number }[] = [
  {
    line: /^(.{1,120}?) (?:does(?: not|n[’']t) recommend|empfiehlt (?=.* nicht)|ne recommande pas|no recomienda|(?:non consiglia|sconsiglia)|não recomenda)\b.*$/iu,
    rating: 1,
  },
  {
    line: /^(.{1,120}?) (?:recommends|empfiehlt|recommande|recomienda|consiglia|recomenda)\b.*$/iu,
    rating: 5,
  },
]

/** Text before the date on TripAdvisor's pages. */
export const BEFORE_DATE =
  /^(?:written|reviewed|verfasst am|geschrieben am|bewertet am|rédigé le|écrit le|avis publié\s?: |escrita el|opinión escrita el|scritta (?:in data|il)|recensito il|feita em|avaliado em)\s?/iu

/** Lines that only one platform has; the first match identifies it. */
export const MARKS: readonly { platform: Platform; line: RegExp }[] = [
  {
    platform: 'tripadvisor',
    line: /\btripadvisor\b|of 5 bubbles|von 5 punkten|sur 5 bulles|\d contributions?$/iu,
  },
  {
    platform: 'yelp',
    line: /^(?:elite \d{2,4}|(?:useful|funny|cool|thanks|love this|oh no|oh nein|oh non) ?\(?\d+\)?)$/iu,
  },
  { platform: 'facebook', line: /^all reactions:/i },
  {
    platform: 'google',
    line: /local guide|response from the owner|\bago$|\bagonew$|^antwort vom inhaber|^réponse du propriétaire|^respuesta del propietario|^risposta del proprietario|^resposta do proprietário|\bgoogle\b/iu,
  },
]

/** 'Austin, TX': dates there are month first. */
export const AMERICAN_PLACE = /^[\p{L}.' -]{2,40}, [A-Z]{2}$/u
/** 'London, United Kingdom' */
export const OTHER_PLACE = /^[\p{L}.' -]{2,40}, \p{Lu}[\p{L} ]{3,40}$/u
