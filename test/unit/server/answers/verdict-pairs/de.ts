import type { PassageCases } from './passage-cases.ts';

export const de: readonly PassageCases[] = [
  {
    passage:
      '§ 3 Die monatliche Grundmiete beträgt 1.234,50 Euro. Auf die Nebenkosten leistet der Mieter eine Vorauszahlung von 180 Euro. § 4 Die Kündi-\ngungsfrist beträgt für beide Seiten drei Monate zum Monatsende. § 5 Der Vermieter haftet für Schäden durch Hochwasser nicht.',
    quoted: ['Die Kündigungsfrist beträgt für beide Seiten drei Monate zum Monatsende.'],
    similar: ['Die Grundmiete beträgt monatlich 1234,50 Euro.'],
    traps: [
      ['negation', 'Der Vermieter haftet für Schäden durch Hochwasser.'],
      ['number', 'Die monatliche Grundmiete beträgt 1,2345 Euro.'],
    ],
  },
  {
    passage:
      'Erwachsene nehmen zweimal täglich eine Kapsel zu 20 mg mit etwas Wasser ein. Die Behandlung dauert höchstens vierzehn Tage. Nehmen Sie Velorin nicht ein, wenn Sie schwanger sind. Sehr häufige Nebenwirkung: Müdigkeit (bei 12 von 100 Behandelten).',
    quoted: ['Die Behandlung dauert höchstens vierzehn Tage', 'Sehr häufige Nebenwirkung – Müdigkeit'],
    similar: ['Wenn Sie schwanger sind, nehmen Sie Velorin nicht ein.'],
    traps: [['unit', 'Erwachsene nehmen zweimal täglich eine Kapsel zu 20 g mit etwas Wasser ein.']],
  },
  {
    passage:
      'Von: Katrin Oberhauser\nAn: Jonas Wieland\nGesendet: Dienstag, 5. März 2024\nBetreff: Abnahme\n\nLieber Jonas, die Abnahme der Halle 7 findet am Freitag, dem 22. März, um 10 Uhr statt. Herr Brandl bringt die Pläne mit, Frau Sander das Protokoll. Bitte gib mir bis Mittwoch Bescheid.',
    quoted: ['Die Abnahme der Halle 7 findet am Freitag, dem 22. März, um 10 Uhr statt.'],
    similar: ['Am Freitag, dem 22. März, findet um 10 Uhr die Abnahme der Halle 7 statt.'],
    traps: [
      ['date', 'Die Abnahme der Halle 7 findet am Freitag, dem 22. Mai, um 10 Uhr statt.'],
      ['name', 'Frau Sander bringt die Pläne mit, Herr Brandl das Protokoll.'],
    ],
  },
  {
    passage:
      'Kennzahl | 2022 | 2023\nUmsatz Armaturen | 812,3 | 798,6\nMitarbeitende | 842 | 867\nEigenkapitalquote | 41,3 % | 43,0 %\n\nDie Eigenkapitalquote stieg damit um 1,7 Prozentpunkte. Im Auszug aus dem Programm der Buchhaltung steht für Pumpen ein Umsatz von 1,234.5 Mio. Euro.',
    quoted: ['Eigenkapitalquote: 41,3 %, 43,0 %'],
    similar: [
      'Damit stieg die Eigenkapitalquote um 1,7 Prozentpunkte.',
      'Für Pumpen steht im Auszug aus dem Programm der Buchhaltung ein Umsatz von 1.234,5 Mio. Euro.',
    ],
    traps: [['unit', 'Die Eigenkapitalquote stieg damit um 1,7 Prozent.']],
  },
  {
    passage:
      'Mit Urkunde vom 5.3.2018 verkaufte die Gemeinde Rauenbach das Grundstück, Flurstück 214/3, an die Stiftung Lindenhof. Der Kaufpreis von 315.000 Euro ist binnen vier Wochen nach Eintragung der Vormerkung fällig. Die Käuferin trägt die Kosten der Vermessung.',
    quoted: ['Die Käuferin trägt die Kosten der Vermessung.'],
    similar: [
      'Die Gemeinde Rauenbach verkaufte das Grundstück mit Urkunde vom 5. März 2018 an die Stiftung Lindenhof.',
    ],
    traps: [
      [
        'date',
        'Mit Urkunde vom 3. Mai 2018 verkaufte die Gemeinde Rauenbach das Grundstück, Flurstück 214/3, an die Stiftung Lindenhof.',
      ],
    ],
  },
  {
    passage:
      'Die Wärmepumpe WP 40 darf nur im Freien aufgestellt werden. Zwischen Gerät und Wand ist ein Abstand von 50 cm einzuhalten. Vor jeder Wartung ist die Anlage spannungs-\nfrei zu schalten. Der Filter wird alle sechs Monate gereinigt und nach zwei Jahren ersetzt.',
    quoted: ['Vor jeder Wartung ist die Anlage spannungsfrei zu schalten.'],
    traps: [['number', 'Der Filter wird alle zwei Monate gereinigt und nach sechs Jahren ersetzt.']],
  },
  {
    passage:
      'Hausordnung\nDie Ruhezeit gilt von 22 Uhr bis 6 Uhr. Im Treppenhaus dürfen keine Fahrräder abgestellt werden. Kinderwagen sind dort erlaubt. Die Waschküche steht dienstags und donnerstags den Bewohnern des Hinterhauses zur Verfügung.',
    quoted: ['KINDERWAGEN SIND DORT ERLAUBT!'],
    similar: ['Fahrräder dürfen im Treppenhaus nicht abgestellt werden.'],
    traps: [
      ['negation', 'Im Treppenhaus dürfen Fahrräder abgestellt werden.'],
      ['other', 'Die Ruhezeit gilt von 6 Uhr bis 22 Uhr.'],
    ],
  },
  {
    passage:
      'Probe 31 wurde am 9. Oktober bei 65 °C getrocknet und wog danach 4,82 g. Der pH-Wert lag bei 7,4. Eine Trübung wurde nicht beobachtet. Auffällig war ein schwacher Geruch nach Ammoniak.',
    quoted: ['Eine Trübung wurde nicht beobachtet.'],
    similar: ['Am 9. Oktober wurde Probe 31 bei 65 °C getrocknet.'],
    invented: ['Die Messung ergab Spuren von Blei und Cadmium.'],
  },
];
