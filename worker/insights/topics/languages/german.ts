import type { Topic } from '../../../rules/review-features.ts'

export const GERMAN_TOPICS: Record<Topic, string> = {
  staff: `personal mitarbeiter* bedienung kellner* servicekraft servicekräfte chef chefin inhaber* wirt* team rezeption*
verkäufer* berater* beraterin arzt ärzt* zahnarzt zahnärzt* arzthelfer* praxisteam friseur* friseurin monteur*
techniker* handwerker* mechaniker* fahrer* kassierer* freundlich* unfreundlich* unhöflich* empfang`,
  service: `service bedient bedienung kundenservice kundendienst betreuung beratung beraten`,
  waiting: `warten wartezeit* gewartet wartet langsam* schlange dauerte dauert ewig* stunde stunden minuten zügig* prompt
wartezimmer`,
  price: `preis* preise preislich teuer* überteuert* günstig* billig* preiswert* kosten kostet gekostet bezahlt bezahlen
rechnung* euro geld gebühr* abzocke angebot* rabatt* preis_leistung* kostenvoranschlag*`,
  cleanliness: `sauber* sauberkeit schmutzig* dreckig* dreck staub* hygien* gepflegt* ungepflegt* stank stinkt gestank geruch müll
schimmel* putzen geputzt flecken`,
  location: `lage zentral* gelegen standort umgebung erreichbar* innenstadt bahnhof nähe`,
  parking: `park parken parkplatz parkplätze parkhaus tiefgarage parkmöglichkeit*`,
  booking: `reservier* reservierung* termin* terminvergabe buchung* gebucht buchen storniert stornierung*`,
  atmosphere: `atmosphäre ambiente stimmung flair musik dekoration einrichtung eingerichtet gemütlich* laut* lautstärke lärm ruhig*
beleuchtung`,
  premises: `tisch tische raum räume räumlichkeiten terrasse garten biergarten bar sitzplätze platz theke toilette* stühle innenhof
saal praxisräume gebäude`,
  communication: `kommunikation erreichbar* rückruf* zurückgerufen telefon* telefonisch mail mail* antwort* erklär* erklärt informiert
rückmeldung* nachfrage*`,
  quality: `qualität hochwertig* verarbeitung material kaputt* defekt* haltbar* mangelhaft* minderwertig*`,
  food: `essen speise* gericht* mahlzeit* mittagessen abendessen frühstück küche geschmack* geschmeckt schmeckt schmeckte
lecker* köstlich* pizza* pasta nudeln schnitzel* steak* burger* pommes salat* suppe* fleisch* fisch* hähnchen huhn
beilage* sauce* soße* dessert* nachtisch vorspeise* hauptgang portion* brot brötchen kuchen torte* eis kaffee wein
bier getränk*`,
  drinks: `getränk* wein weine bier biere kaffee cocktail* wasser saft tee espresso weinkarte`,
  menu: `speisekarte karte auswahl menü* tageskarte`,
  order: `falsch_geliefert bestellung* bestellt falsche* vergessen fehlte fehlt fehlten verwechselt`,
  safety: `gefährlich* unsicher polizei sicherheit diebstahl geklaut schlägerei`,
  room: `zimmer* bad badezimmer dusche* balkon aussicht ausblick suite* handtücher klimaanlage fernseher möbel teppich aufzug`,
  sleep: `bett betten matratze* kissen schlafen geschlafen nachtruhe hellhörig* bettwäsche schlaf`,
  breakfast: `frühstück* frühstücksbuffet buffet`,
  facilities: `pool schwimmbad sauna wellness* fitness* wlan internet lobby spa aufzug ausstattung`,
  check_in: `check_in einchecken eingecheckt check_out auschecken rezeption empfang anreise abreise schlüssel* gepäck`,
  selection: `auswahl sortiment angebot vorrätig ausverkauft produkte marken größen regale`,
  returns: `rückgabe umtausch* umgetauscht reklamation* reklamiert garantie gewährleistung erstattung erstattet rücksendung*
zurückgegeben`,
  delivery: `lieferung* geliefert lieferzeit* versand paket* verpackung verpackt lieferservice lieferant zustellung`,
  treatment: `behandlung* behandelt diagnose* untersuchung* untersucht operation* op schmerz* schmerzfrei* zahnreinigung füllung
wurzelbehandlung therapie* medikament* rezept aufklärung`,
  workmanship: `arbeit arbeiten ausgeführt ausführung reparatur* repariert einbau eingebaut montage montiert handwerk* pfusch*
werkstatt inspektion* bremsen reifen ölwechsel motor installiert installation`,
  honesty: `ehrlich* vertrauen* vertrauenswürdig* seriös* unseriös* abzocke* abgezockt betrug* betrüg* gelogen transparent*`,
  punctuality: `pünktlich* unpünktlich* verspät* zu_spät termingerecht* erschienen zeitfenster`,
  styling: `haar* haarschnitt* schnitt frisur* farbe gefärbt strähn* balayage bart nägel maniküre pediküre wimpern augenbrauen
massage* gesichtsbehandlung*`,
}
