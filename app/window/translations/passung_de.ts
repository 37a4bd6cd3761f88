<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>Overlays</name>
    <message>
        <source>yellow: centres of mass</source>
        <translation>gelb: Massenmittelpunkte</translation>
    </message>
    <message>
        <source>green arrows: velocity, %1 = %2</source>
        <translation>grüne Pfeile: Geschwindigkeit, %1 = %2</translation>
    </message>
    <message>
        <source>of these, %1 are shown</source>
        <translation>davon werden %1 gezeigt</translation>
    </message>
    <message>
        <source>hierarchy, level %1: %2 boxes</source>
        <translation>Hierarchie, Ebene %1: %2 Quader</translation>
    </message>
    <message>
        <source>green: broad phase, %1 boxes, %2 pairs</source>
        <translation>grün: Grobphase, %1 Quader, %2 Paare</translation>
    </message>
    <message>
        <source>broad-phase tree: this state does not hold it</source>
        <translation>Baum der Grobphase: dieser Zustand enthält ihn nicht</translation>
    </message>
    <message>
        <source>pairs of the broad phase: this state does not hold them</source>
        <translation>Paare der Grobphase: dieser Zustand enthält sie nicht</translation>
    </message>
    <message>
        <source>broad-phase tree, level %1 of %2: %3 boxes; %4 leaves</source>
        <translation>Baum der Grobphase, Ebene %1 von %2: %3 Quader; %4 Blätter</translation>
    </message>
    <message>
        <source>violet: bounds of the bodies, in their own axes</source>
        <translation>violett: Hüllquader der Körper, in deren eigenen Achsen</translation>
    </message>
    <message>
        <source>overlap %1</source>
        <translation>Überdeckung %1</translation>
    </message>
    <message>
        <source>touching</source>
        <translation>berührt</translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation>Spalt %1</translation>
    </message>
    <message>
        <source>red: clash, deeper than the tolerance (pairs: %1)</source>
        <translation>rot: Kollision, tiefer als die Toleranz (Paare: %1)</translation>
    </message>
    <message>
        <source>yellow: touching (pairs: %1)</source>
        <translation>gelb: Berührung (Paare: %1)</translation>
    </message>
    <message>
        <source>cyan: clearance within the limit (pairs: %1)</source>
        <translation>türkis: Abstand innerhalb der Grenze (Paare: %1)</translation>
    </message>
    <message>
        <source>no parts are within the limit of each other</source>
        <translation>keine Teile liegen innerhalb der Grenze beieinander</translation>
    </message>
    <message>
        <source>friction cones: half angle atan(mu), height the normal force, %1 = %2</source>
        <translation>Reibkegel: halber Öffnungswinkel atan(mu), Höhe die Normalkraft, %1 = %2</translation>
    </message>
    <message>
        <source>teal: sticking; orange: sliding, %1 of %2</source>
        <translation>petrol: haftend; orange: gleitend, %1 von %2</translation>
    </message>
    <message>
        <source>contact patches: %1 of %2 pairs, a colour each</source>
        <translation>Kontaktflecken: %1 aus %2 Paaren, je eine Farbe</translation>
    </message>
    <message>
        <source>violet: where contacts have been, fading over %1</source>
        <translation>violett: wo Kontakte waren, verblassend über %1</translation>
    </message>
    <message>
        <source>gaps at contacts: no contacts</source>
        <translation>Spalte an Kontakten: keine Kontakte</translation>
    </message>
    <message>
        <source>numbers: gap at the contact [µm], red: overlap; the smallest (%1) where not all have room</source>
        <translation>Zahlen: Spalt am Kontakt [µm], rot: Überdeckung; die kleinsten (%1), wo nicht alle Platz haben</translation>
    </message>
    <message>
        <source>brown arrows: slip velocity of B over A, %1 = %2</source>
        <translation>braune Pfeile: Gleitgeschwindigkeit von B über A, %1 = %2</translation>
    </message>
    <message>
        <source>orange points: sliding, %1 of %2; teal: sticking, slower than %3; grey: no force</source>
        <translation>orange Punkte: gleitend, %1 von %2; petrol: haftend, langsamer als %3; grau: ohne Kraft</translation>
    </message>
    <message>
        <source>contacts: %1 (red: with force)</source>
        <translation>Kontakte: %1 (rot: mit Kraft)</translation>
    </message>
    <message>
        <source>contacts: none</source>
        <translation>Kontakte: keine</translation>
    </message>
    <message>
        <source>blue: normals, from A to B</source>
        <translation>blau: Normalen, von A nach B</translation>
    </message>
    <message>
        <source>magenta: forces on B, %1 = %2</source>
        <translation>magenta: Kräfte auf B, %1 = %2</translation>
    </message>
    <message>
        <source>taken apart: for display only; contact marks stay with the second part</source>
        <translation>auseinandergezogen: nur zur Anzeige; Kontaktmarken bleiben beim zweiten Teil</translation>
    </message>
    <message>
        <source>gap to the nearest part</source>
        <translation>Spalt zum nächsten Teil</translation>
    </message>
    <message>
        <source>%1; grey: more</source>
        <translation>%1; grau: mehr</translation>
    </message>
    <message>
        <source>within another part</source>
        <translation>innerhalb eines anderen Teils</translation>
    </message>
    <message>
        <source>deepest vertex %1</source>
        <translation>tiefste Ecke %1</translation>
    </message>
    <message>
        <source>smallest %1</source>
        <translation>kleinster %1</translation>
    </message>
    <message>
        <source>coarser than asked for: too many triangles</source>
        <translation>gröber als verlangt: zu viele Dreiecke</translation>
    </message>
    <message>
        <source>blue: solid ellipsoids of the same mass and inertia, with the principal axes</source>
        <translation>blau: volle Ellipsoide gleicher Masse und Trägheit, mit den Hauptachsen</translation>
    </message>
    <message>
        <source>purple arrows: angular velocity (nothing turns)</source>
        <translation>lila Pfeile: Winkelgeschwindigkeit (nichts dreht sich)</translation>
    </message>
    <message>
        <source>purple arrows: angular velocity about the arrow, %1 = %2</source>
        <translation>lila Pfeile: Winkelgeschwindigkeit um den Pfeil, %1 = %2</translation>
    </message>
    <message>
        <source>islands: %1, a colour for the bodies that touch or are joined; dark: asleep (%2); grey: fixed or driven</source>
        <translation>Inseln: %1, eine Farbe für die Körper, die sich berühren oder verbunden sind; dunkel: schlafend (%2); grau: fest oder angetrieben</translation>
    </message>
    <message>
        <source>solver residual: this engine tells none, or no step was taken</source>
        <translation>Restfehler des Lösers: diese Engine nennt keinen, oder es gab noch keinen Schritt</translation>
    </message>
    <message>
        <source>%1 iterations, %2</source>
        <translation>%1 Iterationen, %2</translation>
    </message>
    <message>
        <source>solver residual: the velocity error that is left in an island; all: %1 iterations, %2</source>
        <translation>Restfehler des Lösers: der Geschwindigkeitsfehler, der in einer Insel bleibt; alle: %1 Iterationen, %2</translation>
    </message>
    <message>
        <source>green: up to %1, yellow: up to %2, red: more; dark: asleep</source>
        <translation>grün: bis %1, gelb: bis %2, rot: mehr; dunkel: schlafend</translation>
    </message>
    <message>
        <source>the step was divided: up to %1 halvings of an island</source>
        <translation>der Schritt wurde geteilt: bis zu %1 Halbierungen einer Insel</translation>
    </message>
    <message>
        <source>joint forces: the scene has no joints</source>
        <translation>Gelenkkräfte: die Szene hat keine Gelenke</translation>
    </message>
    <message>
        <source>joint forces: this state does not hold them</source>
        <translation>Gelenkkräfte: dieser Zustand enthält sie nicht</translation>
    </message>
    <message>
        <source>purple arrows: force of the joint on its part, %1 = %2</source>
        <translation>lila Pfeile: Kraft des Gelenks auf sein Teil, %1 = %2</translation>
    </message>
    <message>
        <source>blue double arrows: moment of the joint about its origin, %1 = %2</source>
        <translation>blaue Doppelpfeile: Moment des Gelenks um seinen Ursprung, %1 = %2</translation>
    </message>
    <message>
        <source>joint forces: none yet</source>
        <translation>Gelenkkräfte: noch keine</translation>
    </message>
    <message>
        <source>teal: joints and their axes</source>
        <translation>petrol: Gelenke und ihre Achsen</translation>
    </message>
    <message>
        <source>red, green, blue: x, y, z of the joints&apos; frames; thin: on the first part, thick: on the second</source>
        <translation>rot, grün, blau: x, y, z der Gelenkachsen; dünn: am ersten Teil, dick: am zweiten</translation>
    </message>
    <message>
        <source>Parts by island, and what sleeps</source>
        <translation>Teile nach Insel, und was schläft</translation>
    </message>
    <message>
        <source>a colour for the bodies that touch or are joined; dark: asleep</source>
        <translation>eine Farbe für die Körper, die sich berühren oder verbunden sind; dunkel: schlafend</translation>
    </message>
    <message>
        <source>How exactly the solver met each island&apos;s equations</source>
        <translation>Wie genau der Löser die Gleichungen jeder Insel erfüllt hat</translation>
    </message>
    <message>
        <source>green: within the tolerance; yellow: up to 100 times it; red: more [m/s]; numbers: iterations and residual</source>
        <translation>grün: innerhalb der Toleranz; gelb: bis zum Hundertfachen; rot: mehr [m/s]; Zahlen: Iterationen und Restfehler</translation>
    </message>
    <message>
        <source>Boxes of the triangle hierarchies at one level</source>
        <translation>Quader der Dreieckshierarchien auf einer Ebene</translation>
    </message>
    <message>
        <source>boxes: nodes at the level, and leaves above it; colour: depth</source>
        <translation>Quader: Knoten der Ebene und Blätter darüber; Farbe: Tiefe</translation>
    </message>
    <message>
        <source>Boxes of the broad phase, as last used</source>
        <translation>Quader der Grobphase, wie zuletzt benutzt</translation>
    </message>
    <message>
        <source>green boxes: enlarged bounds of the bodies</source>
        <translation>grüne Quader: vergrößerte Hüllen der Körper</translation>
    </message>
    <message>
        <source>Pairs that the broad phase lets through, and what came of them</source>
        <translation>Paare, die die Grobphase durchlässt, und was daraus wurde</translation>
    </message>
    <message>
        <source>lines between boxes that overlap: grey: no more than that; yellow: surfaces near; red: in contact</source>
        <translation>Linien zwischen überlappenden Quadern: grau: sonst nichts; gelb: Flächen nahe; rot: in Kontakt</translation>
    </message>
    <message>
        <source>Boxes of the broad phase&apos;s tree at one level</source>
        <translation>Quader des Baums der Grobphase auf einer Ebene</translation>
    </message>
    <message>
        <source>Bounds of each body, in its own axes</source>
        <translation>Hüllquader jedes Körpers, in seinen eigenen Achsen</translation>
    </message>
    <message>
        <source>violet boxes: bounds in the body&apos;s frame</source>
        <translation>violette Quader: Hüllen in den Achsen des Körpers</translation>
    </message>
    <message>
        <source>Contact forces on the second body, to scale</source>
        <translation>Kontaktkräfte auf den zweiten Körper, maßstäblich</translation>
    </message>
    <message>
        <source>magenta arrows: force on B, mean over the last step [N]</source>
        <translation>magenta Pfeile: Kraft auf B, Mittel des letzten Schritts [N]</translation>
    </message>
    <message>
        <source>Friction cones, to the scale of the forces</source>
        <translation>Reibkegel, im Maßstab der Kräfte</translation>
    </message>
    <message>
        <source>teal cones: half angle atan(mu), height the normal force [N]; orange: sliding</source>
        <translation>Kegel in petrol: halber Öffnungswinkel atan(mu), Höhe die Normalkraft [N]; orange: gleitend</translation>
    </message>
    <message>
        <source>Contact normals, from the first body to the second</source>
        <translation>Kontaktnormalen, vom ersten Körper zum zweiten</translation>
    </message>
    <message>
        <source>blue arrows: unit normals from A to B</source>
        <translation>blaue Pfeile: Einheitsnormalen von A nach B</translation>
    </message>
    <message>
        <source>Contact points</source>
        <translation>Kontaktpunkte</translation>
    </message>
    <message>
        <source>red points: contacts with force; yellow: near, without force</source>
        <translation>rote Punkte: Kontakte mit Kraft; gelb: nahe, ohne Kraft</translation>
    </message>
    <message>
        <source>Gaps at the contacts, as numbers</source>
        <translation>Spalte an den Kontakten, als Zahlen</translation>
    </message>
    <message>
        <source>numbers: gap at the contact [µm], red: overlap</source>
        <translation>Zahlen: Spalt am Kontakt [µm], rot: Überdeckung</translation>
    </message>
    <message>
        <source>Slip velocities at the contacts, to scale</source>
        <translation>Gleitgeschwindigkeiten an den Kontakten, maßstäblich</translation>
    </message>
    <message>
        <source>brown arrows: velocity of B over A along the surface [m/s]; points orange: sliding, teal: sticking</source>
        <translation>braune Pfeile: Geschwindigkeit von B über A entlang der Fläche [m/s]; Punkte orange: gleitend, petrol: haftend</translation>
    </message>
    <message>
        <source>Contact patches, a colour each, with their rims</source>
        <translation>Kontaktflecken, je eine Farbe, mit ihrem Rand</translation>
    </message>
    <message>
        <source>coloured points and rims: contacts that hang together</source>
        <translation>farbige Punkte und Ränder: Kontakte, die zusammenhängen</translation>
    </message>
    <message>
        <source>Where contacts have been in the last 0.3 s</source>
        <translation>Wo Kontakte in den letzten 0,3 s waren</translation>
    </message>
    <message>
        <source>violet points: contacts, fading with their age</source>
        <translation>violette Punkte: Kontakte, mit dem Alter verblassend</translation>
    </message>
    <message>
        <source>Centres of mass of the moving bodies</source>
        <translation>Massenmittelpunkte der beweglichen Körper</translation>
    </message>
    <message>
        <source>yellow points with crosses: centre of mass, axes of the body</source>
        <translation>gelbe Punkte mit Kreuzen: Massenmittelpunkt, Achsen des Körpers</translation>
    </message>
    <message>
        <source>Velocities of the centres of mass, to scale</source>
        <translation>Geschwindigkeiten der Massenmittelpunkte, maßstäblich</translation>
    </message>
    <message>
        <source>green arrows: velocity [m/s]</source>
        <translation>grüne Pfeile: Geschwindigkeit [m/s]</translation>
    </message>
    <message>
        <source>Angular velocities, to scale</source>
        <translation>Winkelgeschwindigkeiten, maßstäblich</translation>
    </message>
    <message>
        <source>purple arrows: angular velocity [rad/s]</source>
        <translation>lila Pfeile: Winkelgeschwindigkeit [rad/s]</translation>
    </message>
    <message>
        <source>Ellipsoids of inertia and principal axes</source>
        <translation>Trägheitsellipsoide und Hauptachsen</translation>
    </message>
    <message>
        <source>blue ellipsoids: same mass and principal moments, solid</source>
        <translation>blaue Ellipsoide: gleiche Masse und Hauptträgheitsmomente, voll</translation>
    </message>
    <message>
        <source>Joints: origins and axes</source>
        <translation>Gelenke: Ursprünge und Achsen</translation>
    </message>
    <message>
        <source>teal points and arrows: origins and axes of the joints</source>
        <translation>Punkte und Pfeile in petrol: Ursprünge und Achsen der Gelenke</translation>
    </message>
    <message>
        <source>Both frames of each joint</source>
        <translation>Beide Achsenkreuze jedes Gelenks</translation>
    </message>
    <message>
        <source>red, green, blue arrows: x, y, z of the frames on both parts</source>
        <translation>rote, grüne, blaue Pfeile: x, y, z der Achsenkreuze an beiden Teilen</translation>
    </message>
    <message>
        <source>Forces and moments of the joints, to scale</source>
        <translation>Kräfte und Momente der Gelenke, maßstäblich</translation>
    </message>
    <message>
        <source>purple arrows: force on the joint&apos;s part [N]; blue double arrows: moment on it [N mm]</source>
        <translation>lila Pfeile: Kraft auf das Teil des Gelenks [N]; blaue Doppelpfeile: Moment darauf [N mm]</translation>
    </message>
    <message>
        <source>Limits of the joints, and where they are between them</source>
        <translation>Grenzen der Gelenke, und wo sie dazwischen stehen</translation>
    </message>
    <message>
        <source>green arcs and bars: from limit to limit [degree, mm]; orange: the value now, red: at a limit</source>
        <translation>grüne Bögen und Balken: von Grenze zu Grenze [Grad, mm]; orange: der Wert jetzt, rot: an einer Grenze</translation>
    </message>
    <message>
        <source>Names of the bodies</source>
        <translation>Namen der Körper</translation>
    </message>
    <message>
        <source>text: the body&apos;s name</source>
        <translation>Text: der Name des Körpers</translation>
    </message>
    <message>
        <source>pairs of the broad phase: grey: only boxes overlap, %1; yellow: surfaces near, %2; red: in contact, %3</source>
        <translation>Paare der Grobphase: grau: nur Quader überlappen, %1; gelb: Flächen nahe, %2; rot: in Kontakt, %3</translation>
    </message>
    <message>
        <source>orange lines: pairs whose broad-phase boxes overlap, %1</source>
        <translation>orange Linien: Paare, deren Quader der Grobphase überlappen, %1</translation>
    </message>
    <message>
        <source>pairs of shapes tested in the last step: %1</source>
        <translation>Paare von Formen, im letzten Schritt geprüft: %1</translation>
    </message>
    <message>
        <source>joint limits (%1): green arcs and bars; orange: the value now, red: at a limit (%2)</source>
        <translation>Gelenkgrenzen (%1): grüne Bögen und Balken; orange: der Wert jetzt, rot: an einer Grenze (%2)</translation>
    </message>
    <message>
        <source>Contacts</source>
        <translation>Kontakte</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Joints</source>
        <translation>Gelenke</translation>
    </message>
    <message>
        <source>Inside the engine</source>
        <translation>Im Rechenkern</translation>
    </message>
    <message>
        <source>%1 conglomerates: groups of faces, neighbours in different colours</source>
        <translation>%1 Konglomerate: Gruppen von Dreiecken, Nachbarn in verschiedenen Farben</translation>
    </message>
    <message>
        <source>boxes of conglomerates with faces near: %1</source>
        <translation>Quader der Konglomerate mit nahen Dreiecken: %1</translation>
    </message>
    <message>
        <source>samples of their shells: %1</source>
        <translation>Abtastpunkte ihrer Schalen: %1</translation>
    </message>
    <message>
        <source>leaves of their trees: %1</source>
        <translation>Blätter ihrer Bäume: %1</translation>
    </message>
    <message>
        <source>faces within %1 of another part: %2</source>
        <translation>Dreiecke näher als %1 an einem anderen Teil: %2</translation>
    </message>
    <message>
        <source>of them, faces that touch or cross it</source>
        <translation>davon Dreiecke, die es berühren oder durchdringen</translation>
    </message>
    <message>
        <source>front of the hierarchies, boxes apart from all they meet: %1</source>
        <translation>Front der Hierarchien, Quader fern von allen, auf die sie treffen: %1</translation>
    </message>
    <message>
        <source>its leaves near one of another part: %1</source>
        <translation>ihre Blätter nahe einem eines anderen Teils: %1</translation>
    </message>
</context>
<context>
    <name>Quantity</name>
    <message>
        <source>a length</source>
        <translation>eine Länge</translation>
    </message>
    <message>
        <source>a mass</source>
        <translation>eine Masse</translation>
    </message>
    <message>
        <source>a density</source>
        <translation>eine Dichte</translation>
    </message>
    <message>
        <source>an angle</source>
        <translation>ein Winkel</translation>
    </message>
    <message>
        <source>a speed</source>
        <translation>eine Geschwindigkeit</translation>
    </message>
    <message>
        <source>an angular speed</source>
        <translation>eine Winkelgeschwindigkeit</translation>
    </message>
    <message>
        <source>a time</source>
        <translation>eine Zeit</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a force</source>
        <translation>eine Kraft</translation>
    </message>
    <message>
        <source>a torque</source>
        <translation>ein Drehmoment</translation>
    </message>
</context>
<context>
    <name>Results</name>
    <message>
        <source>real-time factor</source>
        <translation>Echtzeitfaktor</translation>
    </message>
    <message>
        <source>simulated time over the time spent in steps</source>
        <translation>simulierte Zeit durch die in Schritten verbrachte Zeit</translation>
    </message>
    <message>
        <source>time per step</source>
        <translation>Zeit je Schritt</translation>
    </message>
    <message>
        <source>wall time inside one step, mean over the run</source>
        <translation>Wanduhrzeit in einem Schritt, Mittel des Laufs</translation>
    </message>
    <message>
        <source>deepest penetration</source>
        <translation>tiefste Durchdringung</translation>
    </message>
    <message>
        <source>of the true surfaces, by an exact check that no engine takes part in</source>
        <translation>der wahren Oberflächen, durch eine genaue Prüfung, an der keine Engine teilhat</translation>
    </message>
    <message>
        <source>largest energy gain</source>
        <translation>größter Energiegewinn</translation>
    </message>
    <message>
        <source>largest rise of the total energy, less the work put in; a passive scene may not gain any</source>
        <translation>größter Anstieg der gesamten Energie, ohne die zugeführte Arbeit; eine passive Szene darf keine gewinnen</translation>
    </message>
    <message>
        <source>drift</source>
        <translation>Drift</translation>
    </message>
    <message>
        <source>largest distance of a point from where it came to rest, or from where it was at half time</source>
        <translation>größter Abstand eines Punkts von dort, wo er zur Ruhe kam, oder wo er zur halben Zeit war</translation>
    </message>
    <message>
        <source>tilt change</source>
        <translation>Kippen</translation>
    </message>
    <message>
        <source>largest rotation since then</source>
        <translation>größte Drehung seitdem</translation>
    </message>
    <message>
        <source>jitter</source>
        <translation>Zittern</translation>
    </message>
    <message>
        <source>top speed of any point since then</source>
        <translation>höchste Geschwindigkeit eines Punkts seitdem</translation>
    </message>
    <message>
        <source>bodies at rest</source>
        <translation>Körper in Ruhe</translation>
    </message>
    <message>
        <source>at rest up to the end, by a speed limit that follows the size of each body</source>
        <translation>bis zum Ende in Ruhe, nach einer Grenzgeschwindigkeit, die der Größe jedes Körpers folgt</translation>
    </message>
</context>
<context>
    <name>Schema</name>
    <message>
        <source>Acceleration</source>
        <translation>Beschleunigung</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Angular speed</source>
        <translation>Winkelgeschwindigkeit</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>Mindestens eine</translation>
    </message>
    <message>
        <source>At end</source>
        <translation>Am Ende</translation>
    </message>
    <message>
        <source>At rest</source>
        <translation>In Ruhe</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>Bearing radius</source>
        <translation>Radius der Auflage</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Box</source>
        <translation>Quader</translation>
    </message>
    <message>
        <source>Children</source>
        <translation>Teilbedingungen</translation>
    </message>
    <message>
        <source>Collide</source>
        <translation>Kollidieren</translation>
    </message>
    <message>
        <source>Contact</source>
        <translation>Kontakt</translation>
    </message>
    <message>
        <source>Contact force</source>
        <translation>Kontaktkraft</translation>
    </message>
    <message>
        <source>Contact radius</source>
        <translation>Kontaktradius</translation>
    </message>
    <message>
        <source>Creep</source>
        <translation>Kriechen</translation>
    </message>
    <message>
        <source>Cylindrical</source>
        <translation>Drehschubgelenk</translation>
    </message>
    <message>
        <source>Damping</source>
        <translation>Dämpfung</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Drift</source>
        <translation>Abwanderung</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>Fest</translation>
    </message>
    <message>
        <source>Flank degrees</source>
        <translation>Flankenwinkel in Grad</translation>
    </message>
    <message>
        <source>Forbidden</source>
        <translation>Verboten</translation>
    </message>
    <message>
        <source>Friction</source>
        <translation>Reibung</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Inside box</source>
        <translation>Im Quader</translation>
    </message>
    <message>
        <source>Law</source>
        <translation>Gesetz</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>Mindestens</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Lower</source>
        <translation>Untere Grenze</translation>
    </message>
    <message>
        <source>Max energy gain</source>
        <translation>Größter Energiegewinn</translation>
    </message>
    <message>
        <source>Max penetration</source>
        <translation>Größte Durchdringung</translation>
    </message>
    <message>
        <source>Most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Motor</source>
        <translation>Motor</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Never climbs</source>
        <translation>Steigt nie</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>Bezogen auf</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Anderes Teil</translation>
    </message>
    <message>
        <source>Outside box</source>
        <translation>Außerhalb des Quaders</translation>
    </message>
    <message>
        <source>Percent</source>
        <translation>Prozent</translation>
    </message>
    <message>
        <source>Pitch</source>
        <translation>Steigung</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>Punkt</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Position to</source>
        <translation>Ort am anderen</translation>
    </message>
    <message>
        <source>Prismatic</source>
        <translation>Schubgelenk</translation>
    </message>
    <message>
        <source>Rest</source>
        <translation>Ruhelage</translation>
    </message>
    <message>
        <source>Revolute</source>
        <translation>Drehgelenk</translation>
    </message>
    <message>
        <source>Screw</source>
        <translation>Schraubgelenk</translation>
    </message>
    <message>
        <source>Sideways shift</source>
        <translation>Seitliche Verschiebung</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Spherical</source>
        <translation>Kugelgelenk</translation>
    </message>
    <message>
        <source>Spring</source>
        <translation>Feder</translation>
    </message>
    <message>
        <source>Stands</source>
        <translation>Steht</translation>
    </message>
    <message>
        <source>Stiffness</source>
        <translation>Steifigkeit</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>Gewinde</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Torque</source>
        <translation>Drehmoment</translation>
    </message>
    <message>
        <source>Travel per turn</source>
        <translation>Weg je Umdrehung</translation>
    </message>
    <message>
        <source>Turns</source>
        <translation>Umdrehungen</translation>
    </message>
    <message>
        <source>Upper</source>
        <translation>Obere Grenze</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>While free</source>
        <translation>Solange frei</translation>
    </message>
    <message>
        <source>The body is at rest at the end.</source>
        <translation>Das Teil ist am Ende in Ruhe.</translation>
    </message>
    <message>
        <source>Lower and upper corner [m].</source>
        <translation>Untere und obere Ecke [m].</translation>
    </message>
    <message>
        <source>The body&apos;s bounds stay inside the box all the time, or are inside at the end.</source>
        <translation>Die Hülle des Teils bleibt die ganze Zeit im Quader oder ist am Ende darin.</translation>
    </message>
    <message>
        <source>The body&apos;s bounds stay outside the box all the time, or are outside at the end.</source>
        <translation>Die Hülle des Teils bleibt die ganze Zeit außerhalb des Quaders oder ist am Ende außerhalb.</translation>
    </message>
    <message>
        <source>No penetration deeper than value [m].</source>
        <translation>Keine Durchdringung tiefer als der Wert [m].</translation>
    </message>
    <message>
        <source>The measure: the largest fall of gravity energy, or the sum of m g L over the moving bodies.</source>
        <translation>Das Maß: der größte Verlust an Lageenergie oder die Summe von m g L über die beweglichen Teile.</translation>
    </message>
    <message>
        <source>The gain of energy stays below value times the potential drop.</source>
        <translation>Der Energiegewinn bleibt unter dem Wert mal dem Verlust an Lageenergie.</translation>
    </message>
    <message>
        <source>The two bodies touch at the end; forbidden: they never do.</source>
        <translation>Die beiden Teile berühren sich am Ende; verboten: nie.</translation>
    </message>
    <message>
        <source>x, y, z</source>
        <translation>x, y, z</translation>
    </message>
    <message>
        <source>The body&apos;s origin comes within value [m] of the point.</source>
        <translation>Der Ursprung des Teils kommt dem Punkt näher als der Wert [m].</translation>
    </message>
    <message>
        <source>The origins of the two bodies come within value [m].</source>
        <translation>Die Ursprünge der beiden Teile kommen sich näher als der Wert [m].</translation>
    </message>
    <message>
        <source>x, y, z; any length but 0</source>
        <translation>x, y, z; jede Länge außer 0</translation>
    </message>
    <message>
        <source>[m/s^2]</source>
        <translation>[m/s^2]</translation>
    </message>
    <message>
        <source>[m]</source>
        <translation>[m]</translation>
    </message>
    <message>
        <source>Largest deviation.</source>
        <translation>Größte Abweichung.</translation>
    </message>
    <message>
        <source>[s]</source>
        <translation>[s]</translation>
    </message>
    <message>
        <source>Only steps at whose end nothing touches the body.</source>
        <translation>Nur Schritte, an deren Ende nichts das Teil berührt.</translation>
    </message>
    <message>
        <source>The body&apos;s mean acceleration along the axis is what is expected [m/s^2], or what free fall or a frictionless screw gives.</source>
        <translation>Die mittlere Beschleunigung des Teils entlang der Achse ist die erwartete [m/s^2] oder die des freien Falls oder einer reibungsfreien Schraube.</translation>
    </message>
    <message>
        <source>The centre of mass never rises along the axis by more than value [m] above its lowest place.</source>
        <translation>Der Schwerpunkt steigt entlang der Achse nie um mehr als den Wert [m] über seine tiefste Stelle.</translation>
    </message>
    <message>
        <source>No point of the body drifts faster than value [m/s], on average over the window.</source>
        <translation>Kein Punkt des Teils wandert im Mittel über das Zeitfenster schneller als der Wert [m/s].</translation>
    </message>
    <message>
        <source>No point of the body is farther than value [m] from its place at the start of the window.</source>
        <translation>Kein Punkt des Teils ist weiter als der Wert [m] von seinem Ort am Anfang des Zeitfensters entfernt.</translation>
    </message>
    <message>
        <source>The centre of mass moves less than value [m] across the axis.</source>
        <translation>Der Schwerpunkt bewegt sich quer zur Achse um weniger als den Wert [m].</translation>
    </message>
    <message>
        <source>The centre of mass of the body, or of every moving one, stays within value [m] of its start.</source>
        <translation>Der Schwerpunkt des Teils oder jedes beweglichen bleibt innerhalb des Werts [m] um seinen Anfang.</translation>
    </message>
    <message>
        <source>[m]; below 0: a left-hand thread.</source>
        <translation>[m]; unter 0: ein Linksgewinde.</translation>
    </message>
    <message>
        <source>Travel along the axis per turn about it is the pitch [m]; relative to the other body if one is named.</source>
        <translation>Der Weg entlang der Achse je Umdrehung um sie ist die Steigung [m]; gegen das andere Teil, wenn eines genannt ist.</translation>
    </message>
    <message>
        <source>[m/s]</source>
        <translation>[m/s]</translation>
    </message>
    <message>
        <source>The speed of the centre of mass, along the axis if one is given, stays within the range [m/s].</source>
        <translation>Die Geschwindigkeit des Schwerpunkts, entlang der Achse, wenn eine gegeben ist, bleibt im Bereich [m/s].</translation>
    </message>
    <message>
        <source>[rad/s]</source>
        <translation>[rad/s]</translation>
    </message>
    <message>
        <source>The angular speed about the axis stays within the range [rad/s].</source>
        <translation>Die Winkelgeschwindigkeit um die Achse bleibt im Bereich [rad/s].</translation>
    </message>
    <message>
        <source>turns</source>
        <translation>Umdrehungen</translation>
    </message>
    <message>
        <source>The turns about the axis since the start lie within the range at the end.</source>
        <translation>Die Umdrehungen um die Achse seit dem Start liegen am Ende im Bereich.</translation>
    </message>
    <message>
        <source>[N]</source>
        <translation>[N]</translation>
    </message>
    <message>
        <source>Half the angle between the flanks.</source>
        <translation>Der halbe Winkel zwischen den Flanken.</translation>
    </message>
    <message>
        <source>About the axis, that tightens [N m].</source>
        <translation>Um die Achse, das anzieht [N m].</translation>
    </message>
    <message>
        <source>The mean force of the other body on the body along the axis is what is expected [N], or what a power screw gives.</source>
        <translation>Die mittlere Kraft des anderen Teils auf das Teil entlang der Achse ist die erwartete [N] oder die einer Bewegungsschraube.</translation>
    </message>
    <message>
        <source>All children hold.</source>
        <translation>Alle Teilbedingungen gelten.</translation>
    </message>
    <message>
        <source>At least one child holds.</source>
        <translation>Mindestens eine Teilbedingung gilt.</translation>
    </message>
    <message>
        <source>The other body; default: the ground.</source>
        <translation>Das andere Teil; Vorgabe: der Boden.</translation>
    </message>
    <message>
        <source>Whether the two bodies also collide with each other.</source>
        <translation>Ob die beiden Teile auch miteinander kollidieren.</translation>
    </message>
    <message>
        <source>Holds two bodies together.</source>
        <translation>Hält zwei Teile zusammen.</translation>
    </message>
    <message>
        <source>Limit of the angle [rad].</source>
        <translation>Grenze des Winkels [rad].</translation>
    </message>
    <message>
        <source>[rad]</source>
        <translation>[rad]</translation>
    </message>
    <message>
        <source>Keeps the rate of the angle or travel at value [rad/s, m/s] with an effort of at most limit [N m, N]; or pushes with a constant effort.</source>
        <translation>Hält die Rate von Winkel oder Weg auf dem Wert [rad/s, m/s] mit höchstens der Grenze [N m, N]; oder drückt mit gleichbleibender Kraft.</translation>
    </message>
    <message>
        <source>Largest effort of dry friction [N m].</source>
        <translation>Größtes Moment der trockenen Reibung [N m].</translation>
    </message>
    <message>
        <source>Of a spring on it [N m/rad].</source>
        <translation>Einer Feder daran [N m/rad].</translation>
    </message>
    <message>
        <source>[N m s/rad].</source>
        <translation>[N m s/rad].</translation>
    </message>
    <message>
        <source>Where the spring is slack [rad]; default: the start&apos;s.</source>
        <translation>Wo die Feder entspannt ist [rad]; Vorgabe: am Start.</translation>
    </message>
    <message>
        <source>Turns about the axis.</source>
        <translation>Dreht sich um die Achse.</translation>
    </message>
    <message>
        <source>Limit of the travel [m].</source>
        <translation>Grenze des Wegs [m].</translation>
    </message>
    <message>
        <source>Largest effort of dry friction [N].</source>
        <translation>Größte Kraft der trockenen Reibung [N].</translation>
    </message>
    <message>
        <source>Of a spring on it [N/m].</source>
        <translation>Einer Feder daran [N/m].</translation>
    </message>
    <message>
        <source>[N s/m].</source>
        <translation>[N s/m].</translation>
    </message>
    <message>
        <source>Where the spring is slack [m]; default: the start&apos;s.</source>
        <translation>Wo die Feder entspannt ist [m]; Vorgabe: am Start.</translation>
    </message>
    <message>
        <source>Slides along the axis.</source>
        <translation>Gleitet entlang der Achse.</translation>
    </message>
    <message>
        <source>Turns about and slides along the axis.</source>
        <translation>Dreht sich um die Achse und gleitet an ihr entlang.</translation>
    </message>
    <message>
        <source>Travel per turn [m]; positive: right-handed.</source>
        <translation>Weg je Umdrehung [m]; positiv: rechtsgängig.</translation>
    </message>
    <message>
        <source>Turns about the axis and slides by the pitch a turn.</source>
        <translation>Dreht sich um die Achse und gleitet je Umdrehung um die Steigung.</translation>
    </message>
    <message>
        <source>Turns about a point.</source>
        <translation>Dreht sich um einen Punkt.</translation>
    </message>
    <message>
        <source>Limit of the length [m].</source>
        <translation>Grenze der Länge [m].</translation>
    </message>
    <message>
        <source>Length without force [m]; default: the start&apos;s.</source>
        <translation>Länge ohne Kraft [m]; Vorgabe: am Start.</translation>
    </message>
    <message>
        <source>Keeps the distance of two points; with lower or upper, within these limits.</source>
        <translation>Hält den Abstand zweier Punkte; mit unterer oder oberer Grenze innerhalb dieser.</translation>
    </message>
    <message>
        <source>A spring between two points; all motion stays free.</source>
        <translation>Eine Feder zwischen zwei Punkten; jede Bewegung bleibt frei.</translation>
    </message>
</context>
<context>
    <name>ScriptCommands</name>
    <message>
        <source>a built-in scene; File &gt; Examples shows them all</source>
        <translation>eine mitgelieferte Szene; Datei &gt; Beispiele zeigt alle</translation>
    </message>
    <message>
        <source>the edited scene; meshes: with a copy of its mesh files</source>
        <translation>die bearbeitete Szene; meshes: mit einer Kopie ihrer Netzdateien</translation>
    </message>
    <message>
        <source>the views, or the whole window, as PNG</source>
        <translation>die Ansichten, oder das ganze Fenster, als PNG</translation>
    </message>
    <message>
        <source>of the window [pixel]</source>
        <translation>des Fensters [Pixel]</translation>
    </message>
    <message>
        <source>seconds on the clock, while the scene plays</source>
        <translation>Sekunden auf der Uhr, während die Szene läuft</translation>
    </message>
    <message>
        <source>closes the window; unsaved edits are dropped</source>
        <translation>schließt das Fenster; nicht gespeicherte Änderungen gehen verloren</translation>
    </message>
    <message>
        <source>a part, or none</source>
        <translation>ein Teil, oder none für keines</translation>
    </message>
    <message>
        <source>a camera of the scene, or from E to T [m]</source>
        <translation>eine Kamera der Szene, oder von E nach T [m]</translation>
    </message>
    <message>
        <source>pauses and takes N time steps (1)</source>
        <translation>hält an und macht N Zeitschritte (1)</translation>
    </message>
    <message>
        <source>pauses and steps to exactly T seconds</source>
        <translation>hält an und geht schrittweise bis genau T Sekunden</translation>
    </message>
    <message>
        <source>simulated seconds a second, 0.01 to 10</source>
        <translation>simulierte Sekunden je Sekunde, 0,01 bis 10</translation>
    </message>
    <message>
        <source>one engine, or several compared</source>
        <translation>eine Engine, oder mehrere im Vergleich</translation>
    </message>
    <message>
        <source>which variants the views show, by number from 1</source>
        <translation>welche Varianten die Ansichten zeigen, nach Nummer ab 1</translation>
    </message>
    <message>
        <source>the comparison as .html, .png, .csv or .json</source>
        <translation>den Vergleich als .html, .png, .csv oder .json</translation>
    </message>
    <message>
        <source>of the native engine</source>
        <translation>der eigenen Engine</translation>
    </message>
    <message>
        <source>a force [N] at the centre of mass, for S simulated seconds; hold keeps it on</source>
        <translation>eine Kraft [N] am Massenmittelpunkt, für S simulierte Sekunden; hold behält sie bei</translation>
    </message>
    <message>
        <source>the mouse&apos;s spring from the centre of mass to a point that far off [m]</source>
        <translation>die Feder der Maus vom Massenmittelpunkt zu einem so weit entfernten Punkt [m]</translation>
    </message>
    <message>
        <source>how a part moves</source>
        <translation>wie sich ein Teil bewegt</translation>
    </message>
    <message>
        <source>of the scene, or of the engineering materials</source>
        <translation>der Szene, oder der technischen Werkstoffe</translation>
    </message>
    <message>
        <source>[kg/m3]</source>
        <translation>[kg/m3]</translation>
    </message>
    <message>
        <source>Coulomb friction</source>
        <translation>Coulombsche Reibung</translation>
    </message>
    <message>
        <source>0 plastic to 1 elastic</source>
        <translation>0 plastisch bis 1 elastisch</translation>
    </message>
    <message>
        <source>[kg]; auto: from volume and density</source>
        <translation>[kg]; auto: aus Volumen und Dichte</translation>
    </message>
    <message>
        <source>start of the part&apos;s origin [m] and its turns about x, y, z [degree]</source>
        <translation>Start des Ursprungs des Teils [m] und seine Drehungen um x, y, z [Grad]</translation>
    </message>
    <message>
        <source>at the start [m/s], [rad/s]; a driven part keeps it</source>
        <translation>am Start [m/s], [rad/s]; ein angetriebenes Teil behält sie</translation>
    </message>
    <message>
        <source>as in #c08030 or orange</source>
        <translation>wie in #c08030 oder orange</translation>
    </message>
    <message>
        <source>a new name; joints and monitors follow</source>
        <translation>ein neuer Name; Gelenke und Prüfungen folgen</translation>
    </message>
    <message>
        <source>another one, so far off [m]</source>
        <translation>noch eines, so weit entfernt [m]</translation>
    </message>
    <message>
        <source>takes it out, with its joints and monitors</source>
        <translation>nimmt es heraus, mit seinen Gelenken und Prüfungen</translation>
    </message>
    <message>
        <source>fixed, revolute, prismatic, cylindrical, screw or spherical, to a part or ground, at a place [m]</source>
        <translation>fixed, revolute, prismatic, cylindrical, screw oder spherical, zu einem Teil oder ground, an einer Stelle [m]</translation>
    </message>
    <message>
        <source>changes a field of a joint, as in a scene file; none leaves it out</source>
        <translation>ändert ein Feld eines Gelenks, wie in einer Szenendatei; none lässt es weg</translation>
    </message>
    <message>
        <source>a joint of the scene</source>
        <translation>ein Gelenk der Szene</translation>
    </message>
    <message>
        <source>a run passes when the part is at rest at the end</source>
        <translation>ein Lauf besteht, wenn das Teil am Ende in Ruhe ist</translation>
    </message>
    <message>
        <source>a run passes when the two parts touch at the end</source>
        <translation>ein Lauf besteht, wenn sich die beiden Teile am Ende berühren</translation>
    </message>
    <message>
        <source>a curve of the scene, or of a part or joint; row: in a row of its own</source>
        <translation>eine Kurve der Szene, eines Teils oder Gelenks; row: in einer eigenen Zeile</translation>
    </message>
    <message>
        <source>takes the curve out</source>
        <translation>nimmt die Kurve heraus</translation>
    </message>
    <message>
        <source>the times that the plots show [s]; plots.fit shows all</source>
        <translation>die Zeiten, die die Kurven zeigen [s]; plots.fit zeigt alle</translation>
    </message>
    <message>
        <source>where the cursors of the plots stand [s]</source>
        <translation>wo die Messlinien der Kurven stehen [s]</translation>
    </message>
    <message>
        <source>the curves as a table, in SI</source>
        <translation>die Kurven als Tabelle, in SI</translation>
    </message>
    <message>
        <source>how many of the last steps the profiler looks at</source>
        <translation>wie viele der letzten Schritte die Laufzeitmessung betrachtet</translation>
    </message>
    <message>
        <source>compares the bits of two runs of N steps, with one thread and with all; ends the script if they differ</source>
        <translation>vergleicht die Bits zweier Läufe von N Schritten, mit einem Thread und mit allen; beendet das Skript, wenn sie sich unterscheiden</translation>
    </message>
    <message>
        <source>changes a field of a monitor, as in a scene file; none leaves it out</source>
        <translation>ändert ein Feld einer Prüfung, wie in einer Szenendatei; none lässt es weg</translation>
    </message>
    <message>
        <source>a monitor of the scene</source>
        <translation>eine Prüfung der Szene</translation>
    </message>
    <message>
        <source>cuts the parts across an axis, the line of sight or a normal, at a distance from the origin [m]</source>
        <translation>schneidet die Teile quer zu einer Achse, zur Blickrichtung oder zu einer Normalen, in einem Abstand vom Ursprung [m]</translation>
    </message>
    <message>
        <source>takes the parts apart in the picture, 0 to 1 of the way</source>
        <translation>zieht die Teile im Bild auseinander, 0 bis 1 des Wegs</translation>
    </message>
    <message>
        <source>colours surfaces by their gap, up to a limit [m], and waits until they are measured</source>
        <translation>färbt Flächen nach ihrem Spalt, bis zu einer Grenze [m], und wartet, bis sie gemessen sind</translation>
    </message>
    <message>
        <source>measures between two places of the world [m]</source>
        <translation>misst zwischen zwei Stellen der Welt [m]</translation>
    </message>
    <message>
        <source>the smallest clearance of two parts</source>
        <translation>der kleinste Abstand zweier Teile</translation>
    </message>
    <message>
        <source>brings the plane or cylinder nearest to a place of one part [m] together with that of another, at the start</source>
        <translation>bringt die Ebene oder den Zylinder, die einer Stelle des einen Teils am nächsten sind [m], mit denen eines anderen zusammen, am Start</translation>
    </message>
    <message>
        <source>runs on to a time [s] and saves a picture every so many steps</source>
        <translation>läuft weiter bis zu einer Zeit [s] und speichert alle so viele Schritte ein Bild</translation>
    </message>
    <message>
        <source>saves what the timeline holds as a recording</source>
        <translation>speichert, was die Zeitleiste hält, als Aufzeichnung</translation>
    </message>
    <message>
        <source>shows how far the parts of two recordings are from each other</source>
        <translation>zeigt, wie weit die Teile zweier Aufzeichnungen voneinander entfernt sind</translation>
    </message>
    <message>
        <source>how solid the part is drawn, 0 (not at all) to 1; view.solidParts takes all back</source>
        <translation>wie deckend das Teil gezeichnet wird, 0 (gar nicht) bis 1; view.solidParts nimmt alles zurück</translation>
    </message>
    <message>
        <source>how strongly marks shine through parts, 0 to 1</source>
        <translation>wie stark Marken durch Teile scheinen, 0 bis 1</translation>
    </message>
    <message>
        <source>a built-in scene, a scene, CAD or mesh file; several become one assembly; unit: mm, cm, m, in or ft, in place of the file&apos;s</source>
        <translation>eine mitgelieferte Szene, eine Szenen-, CAD- oder Netzdatei; mehrere werden eine Baugruppe; unit: mm, cm, m, in oder ft, anstelle der Einheit der Datei</translation>
    </message>
    <message>
        <source>the parts of CAD or mesh files join the scene</source>
        <translation>die Teile von CAD- oder Netzdateien kommen zur Szene hinzu</translation>
    </message>
    <message>
        <source>compares variants, each ENGINE[,solver=S][,policy=P][,dt=S][,material=M][,friction=X][,restitution=X]</source>
        <translation>vergleicht Varianten, jede ENGINE[,solver=S][,policy=P][,dt=S][,material=M][,friction=X][,restitution=X]</translation>
    </message>
    <message>
        <source>a force [N] at a place of the part [m], which moves with it</source>
        <translation>eine Kraft [N] an einer Stelle des Teils [m], die sich mit ihm bewegt</translation>
    </message>
    <message>
        <source>ends every pull and push, and lets go of what is held</source>
        <translation>beendet jeden Zug und Druck und lässt los, was gehalten wird</translation>
    </message>
    <message>
        <source>what collides: the mesh itself, or a simple shape around it</source>
        <translation>was kollidiert: das Netz selbst, oder eine einfache Form darum</translation>
    </message>
    <message>
        <source>fills the holes of a surface that is not closed</source>
        <translation>füllt die Löcher einer Oberfläche, die nicht geschlossen ist</translation>
    </message>
    <message>
        <source>of the file that the part is of: mm, cm, m, in or ft; auto: as the file says</source>
        <translation>der Datei, aus der das Teil ist: mm, cm, m, in oder ft; auto: wie die Datei angibt</translation>
    </message>
    <message>
        <source>a monitor of any type, with its fields as in a scene file</source>
        <translation>eine Prüfung beliebiger Art, mit ihren Feldern wie in einer Szenendatei</translation>
    </message>
    <message>
        <source>measures between the planes or cylinders of two parts nearest to these places [m]</source>
        <translation>misst zwischen den Ebenen oder Zylindern zweier Teile, die diesen Stellen am nächsten sind [m]</translation>
    </message>
    <message>
        <source>lines on the faces that the section cuts</source>
        <translation>Linien auf den Flächen, die der Schnitt erzeugt</translation>
    </message>
    <message>
        <source>the selected part stays whole</source>
        <translation>das gewählte Teil bleibt ganz</translation>
    </message>
    <message>
        <source>measures what touches what, up to a limit [m], and waits for it</source>
        <translation>misst, was was berührt, bis zu einer Grenze [m], und wartet darauf</translation>
    </message>
    <message>
        <source>chooses the row of a pair</source>
        <translation>wählt die Zeile eines Paars</translation>
    </message>
    <message>
        <source>drives a drive or joint of the running scene: a constant torque or force [N m, N], or a speed [rad/s, m/s] with an effort of at most LIMIT, or any</source>
        <translation>treibt einen Antrieb oder ein Gelenk der laufenden Szene an: mit einem festen Moment oder einer festen Kraft [N m, N], oder mit einer Geschwindigkeit [rad/s, m/s] und höchstens LIMIT an Moment oder Kraft, oder any für beliebig viel</translation>
    </message>
    <message>
        <source>a further drive of a moving part, off at first, about or along an axis that is fixed in it</source>
        <translation>ein weiterer Antrieb eines beweglichen Teils, zunächst aus, um oder entlang einer Achse, die in ihm fest ist</translation>
    </message>
    <message>
        <source>writes every step from now on</source>
        <translation>schreibt von jetzt an jeden Schritt</translation>
    </message>
    <message>
        <source>ends that recording</source>
        <translation>beendet diese Aufzeichnung</translation>
    </message>
    <message>
        <source>shows the kept state at a time [s]</source>
        <translation>zeigt den gehaltenen Zustand zu einer Zeit [s]</translation>
    </message>
    <message>
        <source>shows the next event of a kind, or the one before</source>
        <translation>zeigt das nächste Ereignis einer Art, oder das vorige</translation>
    </message>
    <message>
        <source>turns the camera round what it looks at [degree]</source>
        <translation>dreht die Kamera um das, worauf sie blickt [Grad]</translation>
    </message>
    <message>
        <source>moves what is seen by pixels</source>
        <translation>verschiebt das Bild um Pixel</translation>
    </message>
    <message>
        <source>above 1: nearer</source>
        <translation>über 1: näher</translation>
    </message>
    <message>
        <source>of all parts, 0.1 to 1</source>
        <translation>aller Teile, 0,1 bis 1</translation>
    </message>
    <message>
        <source>which level the hierarchy overlays show; 0: the root</source>
        <translation>welche Ebene die Einblendungen der Hierarchie zeigen; 0: die Wurzel</translation>
    </message>
    <message>
        <source>what to do with unsaved edits that a killed program left</source>
        <translation>was mit nicht gespeicherten Änderungen geschieht, die ein abgebrochenes Programm hinterließ</translation>
    </message>
    <message>
        <source>finds the faces near another part by conglomerates, and waits for them</source>
        <translation>findet die Dreiecke nahe einem anderen Teil über Konglomerate und wartet darauf</translation>
    </message>
</context>
<context>
    <name>Signals</name>
    <message>
        <source>Of the origin of the part, in the world</source>
        <translation>Des Ursprungs des Teils, in der Welt</translation>
    </message>
    <message>
        <source>Of the centre of mass</source>
        <translation>Des Massenmittelpunkts</translation>
    </message>
    <message>
        <source>Angular velocity, in the world&apos;s axes</source>
        <translation>Winkelgeschwindigkeit, in den Achsen der Welt</translation>
    </message>
    <message>
        <source>Sum of all contact forces on the part</source>
        <translation>Summe aller Kontaktkräfte auf das Teil</translation>
    </message>
    <message>
        <source>Of all contact forces on the part, about its centre of mass</source>
        <translation>Aller Kontaktkräfte auf das Teil, um seinen Massenmittelpunkt</translation>
    </message>
    <message>
        <source>Contact points on the part</source>
        <translation>Kontaktpunkte auf dem Teil</translation>
    </message>
    <message>
        <source>Deepest overlap among its contacts, as the engine sees it</source>
        <translation>Tiefste Überdeckung unter seinen Kontakten, wie die Engine sie sieht</translation>
    </message>
    <message>
        <source>What the joint does to its part: the reaction and its motor, spring and friction</source>
        <translation>Was das Gelenk mit seinem Teil macht: die Reaktion und sein Motor, Feder und Reibung</translation>
    </message>
    <message>
        <source>The same about the joint&apos;s origin</source>
        <translation>Dasselbe um den Ursprung des Gelenks</translation>
    </message>
    <message>
        <source>Travel, or angle with its turns counted</source>
        <translation>Weg, oder Winkel mit gezählten Umdrehungen</translation>
    </message>
    <message>
        <source>How fast the coordinate changes</source>
        <translation>Wie schnell sich die Koordinate ändert</translation>
    </message>
    <message>
        <source>Contact points of all parts</source>
        <translation>Kontaktpunkte aller Teile</translation>
    </message>
    <message>
        <source>Deepest overlap among all contacts, as the engine sees it</source>
        <translation>Tiefste Überdeckung unter allen Kontakten, wie die Engine sie sieht</translation>
    </message>
    <message>
        <source>Kinetic, of gravity and of contact shells and springs together</source>
        <translation>Kinetische, der Schwere und der Kontaktschalen und Federn zusammen</translation>
    </message>
    <message>
        <source>Kinetic energy of all moving parts</source>
        <translation>Kinetische Energie aller beweglichen Teile</translation>
    </message>
    <message>
        <source>Of gravity, above the lowest point of the start</source>
        <translation>Der Schwere, über dem tiefsten Punkt des Starts</translation>
    </message>
    <message>
        <source>Elastic, in contact shells, springs and limits</source>
        <translation>Elastische, in Kontaktschalen, Federn und Anschlägen</translation>
    </message>
    <message>
        <source>Wall time of the step</source>
        <translation>Wanduhrzeit des Schritts</translation>
    </message>
    <message>
        <source>Of the step: which boxes meet</source>
        <translation>Vom Schritt: welche Quader sich treffen</translation>
    </message>
    <message>
        <source>Of the step: which features meet</source>
        <translation>Vom Schritt: welche Merkmale sich treffen</translation>
    </message>
    <message>
        <source>Of the step: which contacts are kept</source>
        <translation>Vom Schritt: welche Kontakte bleiben</translation>
    </message>
    <message>
        <source>Of the step: forces and velocities</source>
        <translation>Vom Schritt: Kräfte und Geschwindigkeiten</translation>
    </message>
    <message>
        <source>Of the step: that nothing passes through</source>
        <translation>Vom Schritt: dass nichts hindurchgeht</translation>
    </message>
    <message>
        <source>Of the step: new poses</source>
        <translation>Vom Schritt: neue Lagen</translation>
    </message>
</context>
<context>
    <name>passung::app</name>
    <message>
        <source>Mouse in a view</source>
        <translation>Maus in einer Ansicht</translation>
    </message>
    <message>
        <source>Left drag</source>
        <translation>Links ziehen</translation>
    </message>
    <message>
        <source>turn round the point under the cursor</source>
        <translation>um den Punkt unter dem Zeiger drehen</translation>
    </message>
    <message>
        <source>Right or middle drag, Shift + left drag</source>
        <translation>Rechts oder Mitte ziehen, Umschalt + links ziehen</translation>
    </message>
    <message>
        <source>move the picture</source>
        <translation>das Bild verschieben</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>Rad</translation>
    </message>
    <message>
        <source>zoom to the cursor</source>
        <translation>zum Zeiger zoomen</translation>
    </message>
    <message>
        <source>Ctrl + wheel</source>
        <translation>Strg + Rad</translation>
    </message>
    <message>
        <source>move the section (with Shift: a tenth)</source>
        <translation>den Schnitt verschieben (mit Umschalt: ein Zehntel)</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>select a part</source>
        <translation>ein Teil wählen</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>centre on the point</source>
        <translation>auf den Punkt zentrieren</translation>
    </message>
    <message>
        <source>Ctrl + left drag</source>
        <translation>Strg + links ziehen</translation>
    </message>
    <message>
        <source>pull a moving part by a spring; its force is shown; H holds it there</source>
        <translation>ein bewegliches Teil an einer Feder ziehen; ihre Kraft wird gezeigt; H hält es dort</translation>
    </message>
    <message>
        <source>Drop a file</source>
        <translation>Eine Datei ablegen</translation>
    </message>
    <message>
        <source>open it</source>
        <translation>sie öffnen</translation>
    </message>
    <message>
        <source>Wheel, Ctrl + wheel</source>
        <translation>Rad, Strg + Rad</translation>
    </message>
    <message>
        <source>zoom the time, or the values</source>
        <translation>die Zeit zoomen, oder die Werte</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>move the time, and the values once they were zoomed</source>
        <translation>die Zeit verschieben, und die Werte, sobald sie gezoomt wurden</translation>
    </message>
    <message>
        <source>Click, Shift + click</source>
        <translation>Klick, Umschalt + Klick</translation>
    </message>
    <message>
        <source>first and second cursor</source>
        <translation>erste und zweite Messlinie</translation>
    </message>
    <message>
        <source>show everything</source>
        <translation>alles zeigen</translation>
    </message>
    <message>
        <source>Right click</source>
        <translation>Rechtsklick</translation>
    </message>
    <message>
        <source>show the state of that time, or remove a curve</source>
        <translation>den Zustand dieser Zeit zeigen, oder eine Kurve entfernen</translation>
    </message>
    <message>
        <source>Mouse in a plot</source>
        <translation>Maus in einer Kurve</translation>
    </message>
    <message>
        <source>Keys in a view</source>
        <translation>Tasten in einer Ansicht</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Pfeile</translation>
    </message>
    <message>
        <source>turn (with Shift: move)</source>
        <translation>drehen (mit Umschalt: verschieben)</translation>
    </message>
    <message>
        <source>Page Up, Page Down</source>
        <translation>Bild auf, Bild ab</translation>
    </message>
    <message>
        <source>zoom</source>
        <translation>zoomen</translation>
    </message>
    <message>
        <source>Keys and mouse</source>
        <translation>Tasten und Maus</translation>
    </message>
    <message>
        <source>One command a line: passung --script FILE. Words with blanks go in &quot;quotes&quot;; # begins a comment; numbers are in SI or carry a unit, as in 12.5mm.</source>
        <translation>Ein Befehl je Zeile: passung --script DATEI. Wörter mit Leerzeichen stehen in &quot;Anführungszeichen&quot;; # beginnt einen Kommentar; Zahlen sind in SI oder tragen eine Einheit, wie 12.5mm.</translation>
    </message>
    <message>
        <source>Commands of the menus, by their names; switches take on or off.</source>
        <translation>Befehle der Menüs, nach ihren Namen; Schalter nehmen on oder off.</translation>
    </message>
    <message>
        <source>Script commands</source>
        <translation>Skriptbefehle</translation>
    </message>
    <message>
        <source>Real-time fitting of exact CAD parts: rigid bodies in contact on their exact triangle meshes.</source>
        <translation>Exakte CAD-Teile in Echtzeit zusammenfügen: starre Körper in Kontakt auf ihren genauen Dreiecksnetzen.</translation>
    </message>
    <message>
        <source>The application is free software under the GNU General Public License, version 3 or later; its libraries are under the Apache License, version 2.0.</source>
        <translation>Das Programm ist freie Software unter der GNU General Public License, Version 3 oder neuer; seine Bibliotheken stehen unter der Apache License, Version 2.0.</translation>
    </message>
    <message>
        <source>It stands on the work of others:</source>
        <translation>Es steht auf der Arbeit anderer:</translation>
    </message>
    <message>
        <source>About Passung</source>
        <translation>Über Passung</translation>
    </message>
    <message>
        <source>fixed</source>
        <translation>fest</translation>
    </message>
    <message>
        <source>moving</source>
        <translation>beweglich</translation>
    </message>
    <message>
        <source>driven</source>
        <translation>angetrieben</translation>
    </message>
    <message>
        <source>%1 degenerate triangles dropped</source>
        <translation>%1 entartete Dreiecke weggelassen</translation>
    </message>
    <message>
        <source>%1 duplicate triangles dropped</source>
        <translation>%1 doppelte Dreiecke weggelassen</translation>
    </message>
    <message>
        <source>broad phase</source>
        <translation>Grobphase</translation>
    </message>
    <message>
        <source>narrow phase</source>
        <translation>Feinphase</translation>
    </message>
    <message>
        <source>contacts</source>
        <translation>Kontakte</translation>
    </message>
    <message>
        <source>solver</source>
        <translation>Löser</translation>
    </message>
    <message>
        <source>continuous pass</source>
        <translation>Durchgangsprüfung</translation>
    </message>
    <message>
        <source>integration</source>
        <translation>Integration</translation>
    </message>
    <message>
        <source> (%1 pieces)</source>
        <translation> (%1 Stücke)</translation>
    </message>
    <message>
        <source>overlap %1</source>
        <translation>Überdeckung %1</translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation>Spalt %1</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>What collides: meshes exactly as loaded, or analytic shapes</source>
        <translation>Was kollidiert: Netze genau wie geladen, oder analytische Formen</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Bounds in the part&apos;s own axes x, y, z</source>
        <translation>Hülle in den eigenen Achsen x, y, z des Teils</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>Masse</translation>
    </message>
    <message>
        <source>From the volume and the density</source>
        <translation>Aus Volumen und Dichte</translation>
    </message>
    <message>
        <source>Position %1</source>
        <translation>Lage %1</translation>
    </message>
    <message>
        <source>Origin of the part in the world</source>
        <translation>Ursprung des Teils in der Welt</translation>
    </message>
    <message>
        <source>Turned</source>
        <translation>Gedreht</translation>
    </message>
    <message>
        <source>Angle from the orientation of the part&apos;s file</source>
        <translation>Winkel gegenüber der Ausrichtung der Datei des Teils</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Of the centre of mass</source>
        <translation>Des Massenmittelpunkts</translation>
    </message>
    <message>
        <source>Spin</source>
        <translation>Drehung</translation>
    </message>
    <message>
        <source>Angular speed</source>
        <translation>Winkelgeschwindigkeit</translation>
    </message>
    <message>
        <source>Contacts</source>
        <translation>Kontakte</translation>
    </message>
    <message>
        <source>Contact points on this part</source>
        <translation>Kontaktpunkte auf diesem Teil</translation>
    </message>
    <message>
        <source>Contact force</source>
        <translation>Kontaktkraft</translation>
    </message>
    <message>
        <source>Sum of all contact forces on this part</source>
        <translation>Summe aller Kontaktkräfte auf dieses Teil</translation>
    </message>
    <message>
        <source>Smallest gap</source>
        <translation>Kleinster Spalt</translation>
    </message>
    <message>
        <source>Of this part&apos;s contacts, as the engine sees it</source>
        <translation>Der Kontakte dieses Teils, wie die Engine ihn sieht</translation>
    </message>
    <message>
        <source>Your pull</source>
        <translation>Ihr Zug</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>A body at rest may sleep: it costs nothing until something touches it</source>
        <translation>Ein Körper in Ruhe darf schlafen: er kostet nichts, bis ihn etwas berührt</translation>
    </message>
    <message>
        <source>asleep</source>
        <translation>schlafend</translation>
    </message>
    <message>
        <source>awake</source>
        <translation>wach</translation>
    </message>
    <message>
        <source>Solver</source>
        <translation>Löser</translation>
    </message>
    <message>
        <source>Method that turns contacts into motion</source>
        <translation>Verfahren, das aus Kontakten Bewegung macht</translation>
    </message>
    <message>
        <source>Contact points of all bodies</source>
        <translation>Kontaktpunkte aller Körper</translation>
    </message>
    <message>
        <source>Of all contacts, as the engine itself sees it; an overlap is a penetration</source>
        <translation>Aller Kontakte, wie die Engine selbst ihn sieht; eine Überdeckung ist eine Durchdringung</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Energie</translation>
    </message>
    <message>
        <source>Kinetic, of gravity above the scene&apos;s lowest point, and of contact shells</source>
        <translation>Kinetische, der Schwere über dem tiefsten Punkt der Szene und der Kontaktschalen</translation>
    </message>
    <message>
        <source>Kinetic</source>
        <translation>Kinetisch</translation>
    </message>
    <message>
        <source>Kinetic energy</source>
        <translation>Kinetische Energie</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>Solver iterations of the last step</source>
        <translation>Iterationen des Lösers im letzten Schritt</translation>
    </message>
    <message>
        <source>Step takes</source>
        <translation>Schritt dauert</translation>
    </message>
    <message>
        <source>Wall time of one step, mean over the last moments</source>
        <translation>Wanduhrzeit eines Schritts, Mittel der letzten Augenblicke</translation>
    </message>
    <message>
        <source>Could run at</source>
        <translation>Schaffte</translation>
    </message>
    <message>
        <source>Time step over the wall time of a step: how many times real time it could reach alone</source>
        <translation>Zeitschritt durch die Wanduhrzeit eines Schritts: wievielmal Echtzeit sie allein erreichte</translation>
    </message>
    <message>
        <source>Wall time of this stage of a step</source>
        <translation>Wanduhrzeit dieser Stufe eines Schritts</translation>
    </message>
    <message>
        <source>✓ met</source>
        <translation>✓ erfüllt</translation>
    </message>
    <message>
        <source>✗ not met</source>
        <translation>✗ nicht erfüllt</translation>
    </message>
    <message>
        <source>Monitor %1, if the run ended now: %2</source>
        <translation>Prüfung %1, wenn der Lauf jetzt endete: %2</translation>
    </message>
    <message>
        <source>Ctrl + Shift + left drag</source>
        <translation>Strg + Umschalt + links ziehen</translation>
    </message>
    <message>
        <source>push on the surface of a moving part, the harder the farther the mouse goes</source>
        <translation>auf die Oberfläche eines beweglichen Teils drücken, umso stärker, je weiter die Maus geht</translation>
    </message>
    <message>
        <source>%1 open edges: the surface is not closed; Assembly &gt; Mend surface fills its holes, or close it in the CAD program</source>
        <translation>%1 offene Kanten: die Oberfläche ist nicht geschlossen; Baugruppe &gt; Oberfläche ausbessern füllt ihre Löcher, oder schließen Sie sie im CAD-Programm</translation>
    </message>
    <message>
        <source>%1 edges with more than two faces: solids that share an edge; unite or separate them</source>
        <translation>%1 Kanten mit mehr als zwei Flächen: Körper, die sich eine Kante teilen; vereinigen oder trennen Sie sie</translation>
    </message>
    <message>
        <source>the surface cuts itself; unite what overlaps in the CAD program</source>
        <translation>die Oberfläche schneidet sich selbst; vereinigen Sie im CAD-Programm, was überlappt</translation>
    </message>
    <message>
        <source>the surface was inside out and has been turned; nothing is left to do here</source>
        <translation>die Oberfläche war umgestülpt und wurde gewendet; hier ist nichts mehr zu tun</translation>
    </message>
    <message>
        <source>overlaps %1 at the start by %2; move one of them, or check the unit of its file</source>
        <translation>überlappt %1 am Start um %2; verschieben Sie eines der beiden, oder prüfen Sie die Einheit seiner Datei</translation>
    </message>
    <message>
        <source>%1, guessed</source>
        <translation>%1, geschätzt</translation>
    </message>
    <message>
        <source>Force of the spring to the cursor, or of your push</source>
        <translation>Kraft der Feder zum Zeiger, oder Ihres Drucks</translation>
    </message>
</context>
<context>
    <name>passung::app::ClearanceTool</name>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>As it was at t = %1 s; the parts have moved since.</source>
        <translation>Wie es bei t = %1 s war; die Teile haben sich seitdem bewegt.</translation>
    </message>
    <message>
        <source>At t = %1 s.</source>
        <translation>Bei t = %1 s.</translation>
    </message>
    <message>
        <source>The measurement was cancelled</source>
        <translation>Das Messen wurde abgebrochen</translation>
    </message>
</context>
<context>
    <name>passung::app::ClearancesPanel</name>
    <message>
        <source>overlap %1</source>
        <translation>Überdeckung %1</translation>
    </message>
    <message>
        <source>touching</source>
        <translation>berührt</translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation>Spalt %1</translation>
    </message>
    <message>
        <source>between %1 and %2</source>
        <translation>zwischen %1 und %2</translation>
    </message>
    <message>
        <source>overlap %1, tolerance %2</source>
        <translation>Überdeckung %1, Toleranz %2</translation>
    </message>
    <message>
        <source>Double click zooms to the place</source>
        <translation>Doppelklick zoomt auf die Stelle</translation>
    </message>
    <message>
        <source>Show in the picture</source>
        <translation>Im Bild zeigen</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Gap or overlap</source>
        <translation>Spalt oder Überdeckung</translation>
    </message>
    <message>
        <source>Clearances</source>
        <translation>Abstände</translation>
    </message>
    <message>
        <source>Gaps up to</source>
        <translation>Spalte bis</translation>
    </message>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <source>1 % of the size</source>
        <translation>1 % der Größe</translation>
    </message>
    <message>
        <source>Pairs farther apart than this are left out</source>
        <translation>Paare, die weiter entfernt sind, werden weggelassen</translation>
    </message>
    <message>
        <source>Colours the parts by their worst pair and marks the places</source>
        <translation>Färbt die Teile nach ihrem schlimmsten Paar und markiert die Stellen</translation>
    </message>
    <message>
        <source>Deepest overlap %1</source>
        <translation>Tiefste Überdeckung %1</translation>
    </message>
    <message>
        <source>Smallest gap %1</source>
        <translation>Kleinster Spalt %1</translation>
    </message>
    <message>
        <source>Touching, no clash</source>
        <translation>Berührung, keine Kollision</translation>
    </message>
    <message>
        <source>Nothing within %1</source>
        <translation>Nichts innerhalb %1</translation>
    </message>
    <message>
        <source>1 clash</source>
        <translation>1 Kollision</translation>
    </message>
    <message>
        <source>%1 clashes</source>
        <translation>%1 Kollisionen</translation>
    </message>
    <message>
        <source>%1 touching</source>
        <translation>%1 berühren sich</translation>
    </message>
    <message>
        <source>1 gap up to %1</source>
        <translation>1 Spalt bis %1</translation>
    </message>
    <message>
        <source>%1 gaps up to %2</source>
        <translation>%1 Spalte bis %2</translation>
    </message>
    <message>
        <source>smallest gap %1</source>
        <translation>kleinster Spalt %1</translation>
    </message>
    <message>
        <source>%1 joined pairs left out</source>
        <translation>%1 verbundene Paare weggelassen</translation>
    </message>
    <message>
        <source>the worst %1 are listed</source>
        <translation>die schlimmsten %1 sind aufgeführt</translation>
    </message>
    <message>
        <source>Measuring pair %1 of %2 …</source>
        <translation>Messe Paar %1 von %2 …</translation>
    </message>
    <message>
        <source>Preparing the meshes …</source>
        <translation>Netze werden vorbereitet …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Neu messen</translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>Das Messen abbrechen</translation>
    </message>
    <message>
        <source>Measure the parts where they are now</source>
        <translation>Die Teile messen, wo sie jetzt sind</translation>
    </message>
</context>
<context>
    <name>passung::app::ComparisonPanel</name>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Nothing is compared: choose two to four variants with Compare &gt; Variants, or Ctrl+B.</source>
        <translation>Nichts wird verglichen: wählen Sie zwei bis vier Varianten unter Vergleichen &gt; Varianten, oder Strg+B.</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>Double click shows this variant in the second view</source>
        <translation>Doppelklick zeigt diese Variante in der zweiten Ansicht</translation>
    </message>
    <message>
        <source>%1 s measured; drift, tilt and jitter from rest on, or from half of the scene&apos;s duration.</source>
        <translation>%1 s gemessen; Drift, Kippen und Zittern ab der Ruhe, oder ab der halben Dauer der Szene.</translation>
    </message>
</context>
<context>
    <name>passung::app::ContactsPanel</name>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Pressing</source>
        <translation>Druck</translation>
    </message>
    <message>
        <source>Friction</source>
        <translation>Reibung</translation>
    </message>
    <message>
        <source>Gap</source>
        <translation>Spalt</translation>
    </message>
    <message>
        <source>The two parts, and how many contact points they have</source>
        <translation>Die beiden Teile, und wie viele Kontaktpunkte sie haben</translation>
    </message>
    <message>
        <source>Sum of the forces along the contact normals</source>
        <translation>Summe der Kräfte entlang der Kontaktnormalen</translation>
    </message>
    <message>
        <source>Sum of the forces across the contact normals</source>
        <translation>Summe der Kräfte quer zu den Kontaktnormalen</translation>
    </message>
    <message>
        <source>The smallest gap of the points, as the engine sees it</source>
        <translation>Der kleinste Spalt der Punkte, wie die Engine ihn sieht</translation>
    </message>
    <message>
        <source>Contact forces by pair</source>
        <translation>Kontaktkräfte nach Paar</translation>
    </message>
    <message>
        <source>%1: %2 points, gap %3; double click zooms to the place</source>
        <translation>%1: %2 Punkte, Spalt %3; Doppelklick zoomt auf die Stelle</translation>
    </message>
    <message>
        <source>1 pair in contact</source>
        <translation>1 Paar in Kontakt</translation>
    </message>
    <message>
        <source>%1 pairs in contact</source>
        <translation>%1 Paare in Kontakt</translation>
    </message>
    <message>
        <source>%1, the hardest pressed %2 are listed</source>
        <translation>%1, die am stärksten gedrückten %2 sind aufgeführt</translation>
    </message>
</context>
<context>
    <name>passung::app::CurveDialog</name>
    <message>
        <source>Position</source>
        <translation>Lage</translation>
    </message>
    <message>
        <source>Velocity</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Angular velocity</source>
        <translation>Winkelgeschwindigkeit</translation>
    </message>
    <message>
        <source>Contact force</source>
        <translation>Kontaktkraft</translation>
    </message>
    <message>
        <source>Contact torque</source>
        <translation>Kontaktmoment</translation>
    </message>
    <message>
        <source>Contact points</source>
        <translation>Kontaktpunkte</translation>
    </message>
    <message>
        <source>Deepest overlap</source>
        <translation>Tiefste Überdeckung</translation>
    </message>
    <message>
        <source>Reaction force</source>
        <translation>Reaktionskraft</translation>
    </message>
    <message>
        <source>Reaction torque</source>
        <translation>Reaktionsmoment</translation>
    </message>
    <message>
        <source>Travel or angle</source>
        <translation>Weg oder Winkel</translation>
    </message>
    <message>
        <source>Speed of travel or turn</source>
        <translation>Geschwindigkeit von Weg oder Drehung</translation>
    </message>
    <message>
        <source>Total energy</source>
        <translation>Gesamte Energie</translation>
    </message>
    <message>
        <source>Kinetic energy</source>
        <translation>Kinetische Energie</translation>
    </message>
    <message>
        <source>Potential energy</source>
        <translation>Potentielle Energie</translation>
    </message>
    <message>
        <source>Energy of shells and springs</source>
        <translation>Energie von Schalen und Federn</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>Zeit eines Schritts</translation>
    </message>
    <message>
        <source>Time of the broad phase</source>
        <translation>Zeit der Grobphase</translation>
    </message>
    <message>
        <source>Time of the narrow phase</source>
        <translation>Zeit der Feinphase</translation>
    </message>
    <message>
        <source>Time of the contact manager</source>
        <translation>Zeit der Kontaktverwaltung</translation>
    </message>
    <message>
        <source>Time of the solver</source>
        <translation>Zeit des Lösers</translation>
    </message>
    <message>
        <source>Time of the continuous pass</source>
        <translation>Zeit der Durchgangsprüfung</translation>
    </message>
    <message>
        <source>Time of the integration</source>
        <translation>Zeit der Integration</translation>
    </message>
    <message>
        <source>In a row of its own</source>
        <translation>In einer eigenen Zeile</translation>
    </message>
    <message>
        <source>Add a curve</source>
        <translation>Eine Kurve hinzufügen</translation>
    </message>
    <message>
        <source>The scene</source>
        <translation>Die Szene</translation>
    </message>
    <message>
        <source>Joint %1</source>
        <translation>Gelenk %1</translation>
    </message>
    <message>
        <source>Magnitude</source>
        <translation>Betrag</translation>
    </message>
    <message>
        <source>Otherwise it joins the first row of its unit</source>
        <translation>Sonst kommt sie in die erste Zeile ihrer Einheit</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>Komponente</translation>
    </message>
</context>
<context>
    <name>passung::app::DeterminismDialog</name>
    <message>
        <source>Check determinism</source>
        <translation>Determinismus prüfen</translation>
    </message>
    <message>
        <source>Runs the open scene from its start twice, with one thread and with all, and compares every bit of all places and velocities after each step.</source>
        <translation>Lässt die offene Szene zweimal von ihrem Start laufen, mit einem Thread und mit allen, und vergleicht nach jedem Schritt jedes Bit aller Orte und Geschwindigkeiten.</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Compare the bits of two runs</source>
        <translation>Die Bits zweier Läufe vergleichen</translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation>Den Vergleich abbrechen</translation>
    </message>
    <message>
        <source>Time steps</source>
        <translation>Zeitschritte</translation>
    </message>
    <message>
        <source>No scene is open.</source>
        <translation>Keine Szene ist offen.</translation>
    </message>
    <message>
        <source>%1, %2 …</source>
        <translation>%1, %2 …</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>%1 and %2 threads</source>
        <translation>%1 und %2 Threads</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>the same bits over %1 with %2</source>
        <translation>dieselben Bits über %1 mit %2</translation>
    </message>
    <message>
        <source>a body</source>
        <translation>ein Körper</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>um %1</translation>
    </message>
    <message>
        <source>in its last bits or its velocity</source>
        <translation>in seinen letzten Bits oder seiner Geschwindigkeit</translation>
    </message>
    <message>
        <source>differs with %1: first after step %2 (%3 s), %4, %5</source>
        <translation>verschieden mit %1: zuerst nach Schritt %2 (%3 s), %4, %5</translation>
    </message>
</context>
<context>
    <name>passung::app::DriveTool</name>
    <message>
        <source>the ground</source>
        <translation>dem Boden</translation>
    </message>
    <message>
        <source>%1 about %2</source>
        <translation>%1 um %2</translation>
    </message>
    <message>
        <source>%1 along %2</source>
        <translation>%1 entlang %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 joint of %2 to %3</source>
        <translation>Gelenk (%1) von %2 mit %3</translation>
    </message>
</context>
<context>
    <name>passung::app::DrivesPanel</name>
    <message>
        <source>Drive the selected part</source>
        <translation>Das gewählte Teil antreiben</translation>
    </message>
    <message>
        <source>As in the scene</source>
        <translation>Wie in der Szene</translation>
    </message>
    <message>
        <source>Keep in the scene</source>
        <translation>In der Szene behalten</translation>
    </message>
    <message>
        <source>Turn about %1</source>
        <translation>Drehen um %1</translation>
    </message>
    <message>
        <source>Push along %1</source>
        <translation>Schieben entlang %1</translation>
    </message>
    <message>
        <source>A torque or force on the selected part, its axis fixed in the part</source>
        <translation>Ein Drehmoment oder eine Kraft auf das gewählte Teil, mit einer im Teil festen Achse</translation>
    </message>
    <message>
        <source>Every drive and joint as the scene gives it; drives added here go</source>
        <translation>Jeder Antrieb und jedes Gelenk, wie die Szene sie vorgibt; hier hinzugefügte Antriebe entfallen</translation>
    </message>
    <message>
        <source>The scene takes the values over, as an edit that can be undone; the run starts anew</source>
        <translation>Die Szene übernimmt die Werte, als Änderung, die sich zurücknehmen lässt; der Lauf beginnt von vorn</translation>
    </message>
    <message>
        <source>The scene has no drives and no joints to drive. Select a moving part and drive it.</source>
        <translation>Die Szene hat keine Antriebe und keine Gelenke, die sich antreiben ließen. Wählen Sie ein bewegliches Teil und treiben Sie es an.</translation>
    </message>
    <message>
        <source>What is set here acts at once, and stays over a reset.</source>
        <translation>Was hier eingestellt wird, wirkt sofort und bleibt beim Zurücksetzen erhalten.</translation>
    </message>
    <message>
        <source>Take this drive away</source>
        <translation>Diesen Antrieb entfernen</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Torque</source>
        <translation>Drehmoment</translation>
    </message>
    <message>
        <source>Force</source>
        <translation>Kraft</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>What %1 holds</source>
        <translation>Was %1 hält</translation>
    </message>
    <message>
        <source>Off, a constant torque or force, or a speed that is held</source>
        <translation>Aus, ein festes Moment oder eine feste Kraft, oder eine Geschwindigkeit, die gehalten wird</translation>
    </message>
    <message>
        <source>Value of %1</source>
        <translation>Wert von %1</translation>
    </message>
    <message>
        <source>Drag to drive; small values have more room, the middle is 0</source>
        <translation>Ziehen, um anzutreiben; kleine Werte haben mehr Platz, die Mitte ist 0</translation>
    </message>
    <message>
        <source>with at most [Nm]</source>
        <translation>mit höchstens [Nm]</translation>
    </message>
    <message>
        <source>with at most [N]</source>
        <translation>mit höchstens [N]</translation>
    </message>
    <message>
        <source>Largest effort of %1</source>
        <translation>Größtes Moment oder größte Kraft von %1</translation>
    </message>
    <message>
        <source>The torque or force that holding the speed may take</source>
        <translation>Das Moment oder die Kraft, die das Halten der Geschwindigkeit brauchen darf</translation>
    </message>
    <message>
        <source>A limit is 0 or more</source>
        <translation>Eine Grenze ist 0 oder mehr</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>no reading</source>
        <translation>kein Messwert</translation>
    </message>
    <message>
        <source>free, at %1</source>
        <translation>frei, bei %1</translation>
    </message>
    <message>
        <source>now %1 at %2</source>
        <translation>jetzt %1 bei %2</translation>
    </message>
    <message>
        <source>Drive %1</source>
        <translation>%1 antreiben</translation>
    </message>
</context>
<context>
    <name>passung::app::EntriesDialog</name>
    <message>
        <source>&amp;Edit…</source>
        <translation>&amp;Bearbeiten…</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Joints and monitors</source>
        <translation>Gelenke und Prüfungen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Joints</source>
        <translation>Gelenke</translation>
    </message>
    <message>
        <source>Monitors</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>passung::app::EntryDialog</name>
    <message>
        <source>Joint %1 (%2)</source>
        <translation>Gelenk %1 (%2)</translation>
    </message>
    <message>
        <source>Monitor %1 (%2)</source>
        <translation>Prüfung %1 (%2)</translation>
    </message>
    <message>
        <source>SI units, as in the scene file. What is empty is left out.</source>
        <translation>SI-Einheiten, wie in der Szenendatei. Was leer ist, wird weggelassen.</translation>
    </message>
</context>
<context>
    <name>passung::app::EntryForm</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1, by default</source>
        <translation>%1, als Vorgabe</translation>
    </message>
</context>
<context>
    <name>passung::app::GalleryDialog</name>
    <message>
        <source>Stop</source>
        <translation>Halt</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Find: nut, peg, friction …</source>
        <translation>Suchen: nut, peg, friction …</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Draw no more pictures</source>
        <translation>Keine Bilder mehr zeichnen</translation>
    </message>
    <message>
        <source>Drawing pictures: %1 of %2</source>
        <translation>Zeichne Bilder: %1 von %2</translation>
    </message>
</context>
<context>
    <name>passung::app::GapTool</name>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Select a part.</source>
        <translation>Wählen Sie ein Teil.</translation>
    </message>
    <message>
        <source>Choose a pair under Clearances.</source>
        <translation>Wählen Sie ein Paar unter Abstände.</translation>
    </message>
    <message>
        <source>These parts have no size of their own; say up to which gap to colour.</source>
        <translation>Diese Teile haben keine eigene Größe; geben Sie an, bis zu welchem Spalt gefärbt wird.</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>Messe…</translation>
    </message>
    <message>
        <source>%1 points measured, up to %2.</source>
        <translation>%1 Punkte gemessen, bis %2.</translation>
    </message>
    <message>
        <source>Measured again when the run pauses.</source>
        <translation>Wird wieder gemessen, wenn der Lauf anhält.</translation>
    </message>
</context>
<context>
    <name>passung::app::JointDialog</name>
    <message>
        <source>Joint of %1</source>
        <translation>Gelenk von %1</translation>
    </message>
    <message>
        <source>Revolute: turns about the axis</source>
        <translation>Drehgelenk: dreht um die Achse</translation>
    </message>
    <message>
        <source>Prismatic: slides along the axis</source>
        <translation>Schubgelenk: gleitet entlang der Achse</translation>
    </message>
    <message>
        <source>Cylindrical: turns and slides</source>
        <translation>Zylindergelenk: dreht und gleitet</translation>
    </message>
    <message>
        <source>Screw: turns, and travels by the pitch a turn</source>
        <translation>Schraubgelenk: dreht, und geht je Umdrehung um die Steigung vor</translation>
    </message>
    <message>
        <source>Spherical: turns about the place</source>
        <translation>Kugelgelenk: dreht um die Stelle</translation>
    </message>
    <message>
        <source>Fixed: holds</source>
        <translation>Fest: hält</translation>
    </message>
    <message>
        <source>The ground</source>
        <translation>Der Boden</translation>
    </message>
    <message>
        <source>of itself</source>
        <translation>mit sich selbst</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Mit</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Place [mm]</source>
        <translation>Stelle [mm]</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>Pitch [mm]</source>
        <translation>Steigung [mm]</translation>
    </message>
</context>
<context>
    <name>passung::app::LookPanel</name>
    <message>
        <source>Section</source>
        <translation>Schnitt</translation>
    </message>
    <message>
        <source>Cut the parts</source>
        <translation>Die Teile schneiden</translation>
    </message>
    <message>
        <source>Take away what lies before a plane, and show the cut faces (S)</source>
        <translation>Wegnehmen, was vor einer Ebene liegt, und die Schnittflächen zeigen (S)</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>y</source>
        <translation>y</translation>
    </message>
    <message>
        <source>z</source>
        <translation>z</translation>
    </message>
    <message>
        <source>line of sight</source>
        <translation>Blickrichtung</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>The direction that the plane is across</source>
        <translation>Die Richtung, zu der die Ebene quer liegt</translation>
    </message>
    <message>
        <source>Section across</source>
        <translation>Schnitt quer zu</translation>
    </message>
    <message>
        <source>Flip</source>
        <translation>Umkehren</translation>
    </message>
    <message>
        <source>Keep the other side (Alt+R)</source>
        <translation>Die andere Seite behalten (Alt+R)</translation>
    </message>
    <message>
        <source>Across</source>
        <translation>Quer zu</translation>
    </message>
    <message>
        <source>The plane&apos;s normal, any length; what lies on its side is taken away</source>
        <translation>Die Normale der Ebene, beliebig lang; was auf ihrer Seite liegt, wird weggenommen</translation>
    </message>
    <message>
        <source>Normal of the section, %1</source>
        <translation>Normale des Schnitts, %1</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normale</translation>
    </message>
    <message>
        <source>Where the plane is, from one end of the parts to the other (Ctrl + wheel)</source>
        <translation>Wo die Ebene ist, von einem Ende der Teile zum anderen (Strg + Rad)</translation>
    </message>
    <message>
        <source>Distance of the plane from the world&apos;s origin, along the axis; mm unless a unit is given</source>
        <translation>Abstand der Ebene vom Ursprung der Welt, entlang der Achse; mm, wenn keine Einheit dabei steht</translation>
    </message>
    <message>
        <source>Offset of the section</source>
        <translation>Abstand des Schnitts</translation>
    </message>
    <message>
        <source>At [mm]</source>
        <translation>Bei [mm]</translation>
    </message>
    <message>
        <source>Hatch the cut faces</source>
        <translation>Schnittflächen schraffieren</translation>
    </message>
    <message>
        <source>Lines in another direction for each part, else a flat tone</source>
        <translation>Linien in anderer Richtung für jedes Teil, sonst ein glatter Ton</translation>
    </message>
    <message>
        <source>Leave the selected part whole</source>
        <translation>Das gewählte Teil ganz lassen</translation>
    </message>
    <message>
        <source>As a drawing leaves screws and shafts uncut</source>
        <translation>Wie Schrauben und Wellen in einer Zeichnung ungeschnitten bleiben</translation>
    </message>
    <message>
        <source>Exploded view</source>
        <translation>Explosionsansicht</translation>
    </message>
    <message>
        <source>How far the parts are taken apart, for display only</source>
        <translation>Wie weit die Teile auseinandergezogen sind, nur zur Anzeige</translation>
    </message>
    <message>
        <source>Along contacts and joint axes</source>
        <translation>Entlang von Kontakten und Gelenkachsen</translation>
    </message>
    <message>
        <source>Away from the centre</source>
        <translation>Von der Mitte weg</translation>
    </message>
    <message>
        <source>The ways that the parts go</source>
        <translation>Die Wege, die die Teile gehen</translation>
    </message>
    <message>
        <source>Ways of the exploded view</source>
        <translation>Wege der Explosionsansicht</translation>
    </message>
    <message>
        <source>Opacity of the selected part</source>
        <translation>Deckkraft des gewählten Teils</translation>
    </message>
    <message>
        <source>How solid the selected part is drawn; at 0 it is neither seen nor clicked (Alt+T)</source>
        <translation>Wie deckend das gewählte Teil gezeichnet wird; bei 0 wird es weder gesehen noch angeklickt (Alt+T)</translation>
    </message>
    <message>
        <source>Marks behind parts</source>
        <translation>Marken hinter Teilen</translation>
    </message>
    <message>
        <source>How strongly contacts and other marks shine through the parts</source>
        <translation>Wie stark Kontakte und andere Marken durch die Teile scheinen</translation>
    </message>
    <message>
        <source>Gap colours</source>
        <translation>Spaltfarben</translation>
    </message>
    <message>
        <source>Colour surfaces by their gap</source>
        <translation>Flächen nach ihrem Spalt färben</translation>
    </message>
    <message>
        <source>Each place of a surface in the colour of its distance to the nearest other part (G)</source>
        <translation>Jede Stelle einer Fläche in der Farbe ihres Abstands zum nächsten anderen Teil (G)</translation>
    </message>
    <message>
        <source>All parts</source>
        <translation>Alle Teile</translation>
    </message>
    <message>
        <source>The selected part</source>
        <translation>Das gewählte Teil</translation>
    </message>
    <message>
        <source>The pair chosen under Clearances</source>
        <translation>Das unter Abstände gewählte Paar</translation>
    </message>
    <message>
        <source>Whose surfaces are coloured</source>
        <translation>Wessen Flächen gefärbt werden</translation>
    </message>
    <message>
        <source>Surfaces with gap colours</source>
        <translation>Flächen mit Spaltfarben</translation>
    </message>
    <message>
        <source>Colours up to [mm]</source>
        <translation>Farben bis [mm]</translation>
    </message>
    <message>
        <source>The gap at the end of the scale; 0: a hundredth of the assembly&apos;s size</source>
        <translation>Der Spalt am Ende der Skala; 0: ein Hundertstel der Größe der Baugruppe</translation>
    </message>
    <message>
        <source>Largest gap with a colour</source>
        <translation>Größter Spalt mit einer Farbe</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>A normal of 0, 0, 0 has no direction; give at least one number</source>
        <translation>Eine Normale 0, 0, 0 hat keine Richtung; geben Sie mindestens eine Zahl an</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Click a part to choose it.</source>
        <translation>Klicken Sie ein Teil an, um es zu wählen.</translation>
    </message>
</context>
<context>
    <name>passung::app::MainWindow</name>
    <message>
        <source>Passung</source>
        <translation>Passung</translation>
    </message>
    <message>
        <source>Loading cancelled</source>
        <translation>Laden abgebrochen</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>&amp;Abspielen</translation>
    </message>
    <message>
        <source>t = %1 s</source>
        <translation>t = %1 s</translation>
    </message>
    <message>
        <source>%1× real time</source>
        <translation>%1× Echtzeit</translation>
    </message>
    <message numerus="yes">
        <source>%n contacts, %1</source>
        <translation>
            <numerusform>%n Kontakte, %1</numerusform>
            <numerusform>%n Kontakte, %1</numerusform>
        </translation>
    </message>
    <message>
        <source>no contacts</source>
        <translation>keine Kontakte</translation>
    </message>
    <message>
        <source>Scenes, recordings, CAD and meshes (*.json *.prec *.step *.stp *.iges *.igs *.obj *.stl *.ply *.gltf *.glb *.dae *.3mf *.off *.fbx *.3ds *.x3d *.amf)</source>
        <translation>Szenen, Aufzeichnungen, CAD und Netze (*.json *.prec *.step *.stp *.iges *.igs *.obj *.stl *.ply *.gltf *.glb *.dae *.3mf *.off *.fbx *.3ds *.x3d *.amf)</translation>
    </message>
    <message>
        <source>Scenes (*.json)</source>
        <translation>Szenen (*.json)</translation>
    </message>
    <message>
        <source>Recordings (*.prec)</source>
        <translation>Aufzeichnungen (*.prec)</translation>
    </message>
    <message>
        <source>CAD: STEP and IGES (*.step *.stp *.iges *.igs)</source>
        <translation>CAD: STEP und IGES (*.step *.stp *.iges *.igs)</translation>
    </message>
    <message>
        <source>Meshes (*.obj *.stl *.ply *.gltf *.glb *.dae *.3mf *.off *.fbx *.3ds *.x3d *.amf)</source>
        <translation>Netze (*.obj *.stl *.ply *.gltf *.glb *.dae *.3mf *.off *.fbx *.3ds *.x3d *.amf)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save a picture</source>
        <translation>Ein Bild speichern</translation>
    </message>
    <message>
        <source>The views (*.png)</source>
        <translation>Die Ansichten (*.png)</translation>
    </message>
    <message>
        <source>The whole window (*.png)</source>
        <translation>Das ganze Fenster (*.png)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Assembly</source>
        <translation>Baugruppe</translation>
    </message>
    <message>
        <source>&amp;Assembly</source>
        <translation>Bau&amp;gruppe</translation>
    </message>
    <message>
        <source>Select a part first</source>
        <translation>Wählen Sie zuerst ein Teil</translation>
    </message>
    <message>
        <source>&amp;Duplicate part</source>
        <translation>Teil &amp;verdoppeln</translation>
    </message>
    <message>
        <source>Another part of the same shape, beside the selected one</source>
        <translation>Noch ein Teil derselben Form, neben dem gewählten</translation>
    </message>
    <message>
        <source>&amp;Remove part</source>
        <translation>Teil &amp;entfernen</translation>
    </message>
    <message>
        <source>Take the selected part out, with its joints and monitors</source>
        <translation>Das gewählte Teil herausnehmen, mit seinen Gelenken und Prüfungen</translation>
    </message>
    <message>
        <source>Add &amp;joint…</source>
        <translation>&amp;Gelenk hinzufügen…</translation>
    </message>
    <message>
        <source>Tie the selected part to another one or to the ground</source>
        <translation>Das gewählte Teil mit einem anderen oder mit dem Boden verbinden</translation>
    </message>
    <message>
        <source>Must come to &amp;rest</source>
        <translation>Muss zur &amp;Ruhe kommen</translation>
    </message>
    <message>
        <source>A run passes only when the selected part is at rest at the end</source>
        <translation>Ein Lauf besteht nur, wenn das gewählte Teil am Ende in Ruhe ist</translation>
    </message>
    <message>
        <source>Monitor added</source>
        <translation>Prüfung hinzugefügt</translation>
    </message>
    <message>
        <source>Must &amp;touch…</source>
        <translation>Muss &amp;berühren…</translation>
    </message>
    <message>
        <source>A run passes only when the selected part touches another one at the end</source>
        <translation>Ein Lauf besteht nur, wenn das gewählte Teil am Ende ein anderes berührt</translation>
    </message>
    <message>
        <source>Joints and &amp;monitors…</source>
        <translation>Gelenke und &amp;Prüfungen…</translation>
    </message>
    <message>
        <source>Edit and remove the joints and monitors of the scene</source>
        <translation>Die Gelenke und Prüfungen der Szene bearbeiten und entfernen</translation>
    </message>
    <message>
        <source>&amp;Start from here</source>
        <translation>Von hier &amp;starten</translation>
    </message>
    <message>
        <source>Where the parts are now becomes where they start, at rest</source>
        <translation>Wo die Teile jetzt sind, wird zu ihrem Start, in Ruhe</translation>
    </message>
    <message>
        <source>There is no scene to edit</source>
        <translation>Es gibt keine Szene, die bearbeitet werden könnte</translation>
    </message>
    <message>
        <source>Joint %1</source>
        <translation>Gelenk %1</translation>
    </message>
    <message>
        <source>Monitor %1</source>
        <translation>Prüfung %1</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Monitor of %1</source>
        <translation>Prüfung von %1</translation>
    </message>
    <message>
        <source>At the end it must touch</source>
        <translation>Am Ende muss es berühren</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Vergleichen</translation>
    </message>
    <message>
        <source>The variants chosen last side by side, on one clock and one camera</source>
        <translation>Die zuletzt gewählten Varianten nebeneinander, auf einer Uhr und mit einer Kamera</translation>
    </message>
    <message>
        <source>&amp;Variants…</source>
        <translation>V&amp;arianten…</translation>
    </message>
    <message>
        <source>Which engines, solvers, time steps and materials to compare, up to four</source>
        <translation>Welche Engines, Löser, Zeitschritte und Werkstoffe verglichen werden, bis zu vier</translation>
    </message>
    <message>
        <source>&amp;Engines</source>
        <translation>&amp;Engines</translation>
    </message>
    <message>
        <source>Stability &amp;table</source>
        <translation>Stabilitäts&amp;tabelle</translation>
    </message>
    <message>
        <source>Rest, drift, penetration, energy and speed of every variant</source>
        <translation>Ruhe, Drift, Durchdringung, Energie und Geschwindigkeit jeder Variante</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>E&amp;xportieren…</translation>
    </message>
    <message>
        <source>The comparison as a report with pictures (HTML), a picture, CSV or JSON</source>
        <translation>Der Vergleich als Bericht mit Bildern (HTML), Bild, CSV oder JSON</translation>
    </message>
    <message>
        <source>&amp;Recordings…</source>
        <translation>Auf&amp;zeichnungen…</translation>
    </message>
    <message>
        <source>How far the parts of two recorded runs are from each other</source>
        <translation>Wie weit die Teile zweier aufgezeichneter Läufe voneinander entfernt sind</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>Engines</translation>
    </message>
    <message>
        <source>This engine alone</source>
        <translation>Diese Engine allein</translation>
    </message>
    <message>
        <source>Both side by side</source>
        <translation>Beide nebeneinander</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>%1 contacts</source>
        <translation>%1 Kontakte</translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation>%1 je Schritt</translation>
    </message>
    <message>
        <source>Nothing is compared: choose two to four variants first (Ctrl+B)</source>
        <translation>Nichts wird verglichen: wählen Sie zuerst zwei bis vier Varianten (Strg+B)</translation>
    </message>
    <message>
        <source>Export the comparison</source>
        <translation>Den Vergleich exportieren</translation>
    </message>
    <message>
        <source>Report with pictures (*.html)</source>
        <translation>Bericht mit Bildern (*.html)</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabelle (*.csv)</translation>
    </message>
    <message>
        <source>Report of the command line (*.json)</source>
        <translation>Bericht der Kommandozeile (*.json)</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Take the last edit back</source>
        <translation>Die letzte Änderung zurücknehmen</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Make the edit that was taken back again</source>
        <translation>Die zurückgenommene Änderung noch einmal machen</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>&amp;Rückgängig: %1</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>&amp;Wiederholen: %1</translation>
    </message>
    <message>
        <source>&amp;Fix part</source>
        <translation>Teil &amp;festhalten</translation>
    </message>
    <message>
        <source>The selected part stands still</source>
        <translation>Das gewählte Teil steht still</translation>
    </message>
    <message>
        <source>&amp;Let part move</source>
        <translation>Teil &amp;beweglich machen</translation>
    </message>
    <message>
        <source>The selected part follows gravity, forces and contact</source>
        <translation>Das gewählte Teil folgt Schwere, Kräften und Kontakt</translation>
    </message>
    <message>
        <source>&amp;Drive part</source>
        <translation>Teil &amp;antreiben</translation>
    </message>
    <message>
        <source>The selected part keeps the velocities given under Properties</source>
        <translation>Das gewählte Teil behält die unter Eigenschaften angegebenen Geschwindigkeiten</translation>
    </message>
    <message>
        <source>cannot be edited while another scene is being read</source>
        <translation>kann nicht bearbeitet werden, während eine andere Szene gelesen wird</translation>
    </message>
    <message>
        <source>wait for that one, or cancel it first</source>
        <translation>warten Sie auf diese, oder brechen Sie sie zuerst ab</translation>
    </message>
    <message>
        <source>%1[*] – Passung</source>
        <translation>%1[*] – Passung</translation>
    </message>
    <message>
        <source>Clearances</source>
        <translation>Abstände</translation>
    </message>
    <message>
        <source>Contacts</source>
        <translation>Kontakte</translation>
    </message>
    <message>
        <source>Inspect</source>
        <translation>Untersuchen</translation>
    </message>
    <message>
        <source>&amp;Inspect</source>
        <translation>&amp;Untersuchen</translation>
    </message>
    <message>
        <source>What &amp;touches what?</source>
        <translation>&amp;Was berührt was?</translation>
    </message>
    <message>
        <source>Clashes, contacts and clearances of all parts, with the smallest gap</source>
        <translation>Kollisionen, Berührungen und Abstände aller Teile, mit dem kleinsten Spalt</translation>
    </message>
    <message>
        <source>&amp;Contact forces</source>
        <translation>&amp;Kontaktkräfte</translation>
    </message>
    <message>
        <source>Show or hide the pairs in contact, the hardest pressed first</source>
        <translation>Die Paare in Kontakt zeigen oder verbergen, die am stärksten gedrückten zuerst</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>Sp&amp;rache</translation>
    </message>
    <message>
        <source>The language changes at the next start</source>
        <translation>Die Sprache wechselt beim nächsten Start</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>Wie das &amp;System</translation>
    </message>
    <message>
        <source>The language of the desktop, where there is a translation; else English</source>
        <translation>Die Sprache des Schreibtischs, wo es eine Übersetzung gibt; sonst Englisch</translation>
    </message>
    <message>
        <source>The window in the language %1, from the next start on</source>
        <translation>Das Fenster in der Sprache %1, ab dem nächsten Start</translation>
    </message>
    <message>
        <source>Triangle hierarchies</source>
        <translation>Dreieckshierarchien</translation>
    </message>
    <message>
        <source>Broad-phase boxes</source>
        <translation>Quader der Grobphase</translation>
    </message>
    <message>
        <source>Body boxes</source>
        <translation>Hüllquader der Körper</translation>
    </message>
    <message>
        <source>Centres of mass</source>
        <translation>Massenmittelpunkte</translation>
    </message>
    <message>
        <source>Velocities</source>
        <translation>Geschwindigkeiten</translation>
    </message>
    <message>
        <source>Friction cones</source>
        <translation>Reibkegel</translation>
    </message>
    <message>
        <source>Contact patches</source>
        <translation>Kontaktflecken</translation>
    </message>
    <message>
        <source>Contact trails</source>
        <translation>Kontaktspuren</translation>
    </message>
    <message>
        <source>Angular velocities</source>
        <translation>Winkelgeschwindigkeiten</translation>
    </message>
    <message>
        <source>Inertia ellipsoids</source>
        <translation>Trägheitsellipsoide</translation>
    </message>
    <message>
        <source>Islands and sleep</source>
        <translation>Inseln und Schlaf</translation>
    </message>
    <message>
        <source>Broad-phase pairs</source>
        <translation>Paare der Grobphase</translation>
    </message>
    <message>
        <source>Joint frames</source>
        <translation>Achsenkreuze der Gelenke</translation>
    </message>
    <message>
        <source>Broad-phase tree</source>
        <translation>Baum der Grobphase</translation>
    </message>
    <message>
        <source>Gaps as numbers</source>
        <translation>Spalte als Zahlen</translation>
    </message>
    <message>
        <source>Slip velocities</source>
        <translation>Gleitgeschwindigkeiten</translation>
    </message>
    <message>
        <source>Joint forces</source>
        <translation>Gelenkkräfte</translation>
    </message>
    <message>
        <source>Joint limits</source>
        <translation>Gelenkgrenzen</translation>
    </message>
    <message>
        <source>Solver residual</source>
        <translation>Restfehler des Lösers</translation>
    </message>
    <message>
        <source>Forces</source>
        <translation>Kräfte</translation>
    </message>
    <message>
        <source>Normals</source>
        <translation>Normalen</translation>
    </message>
    <message>
        <source>Joints</source>
        <translation>Gelenke</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Namen</translation>
    </message>
    <message>
        <source>The picture cannot be drawn: %1</source>
        <translation>Das Bild kann nicht gezeichnet werden: %1</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>E&amp;xamples…</source>
        <translation>&amp;Beispiele…</translation>
    </message>
    <message>
        <source>All built-in scenes, with pictures</source>
        <translation>Alle mitgelieferten Szenen, mit Bildern</translation>
    </message>
    <message>
        <source>&amp;Built-in scenes</source>
        <translation>&amp;Mitgelieferte Szenen</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Re&amp;load</source>
        <translation>Neu &amp;laden</translation>
    </message>
    <message>
        <source>Read the open file again</source>
        <translation>Die offene Datei noch einmal lesen</translation>
    </message>
    <message>
        <source>&amp;Save picture…</source>
        <translation>B&amp;ild speichern…</translation>
    </message>
    <message>
        <source>Save the views or the whole window as a PNG picture</source>
        <translation>Die Ansichten oder das ganze Fenster als PNG-Bild speichern</translation>
    </message>
    <message>
        <source>Save r&amp;ecording…</source>
        <translation>&amp;Aufzeichnung speichern…</translation>
    </message>
    <message>
        <source>Save the states that the timeline holds as a recording</source>
        <translation>Die Zustände, die die Zeitleiste hält, als Aufzeichnung speichern</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>B&amp;eenden</translation>
    </message>
    <message>
        <source>Close the program</source>
        <translation>Das Programm schließen</translation>
    </message>
    <message>
        <source>Simulation</source>
        <translation>Simulation</translation>
    </message>
    <message>
        <source>&amp;Simulation</source>
        <translation>&amp;Simulation</translation>
    </message>
    <message>
        <source>Play or pause</source>
        <translation>Abspielen oder anhalten</translation>
    </message>
    <message>
        <source>S&amp;tep</source>
        <translation>S&amp;chritt</translation>
    </message>
    <message>
        <source>Pause and advance by one time step</source>
        <translation>Anhalten und einen Zeitschritt weitergehen</translation>
    </message>
    <message>
        <source>Ten steps</source>
        <translation>Zehn Schritte</translation>
    </message>
    <message>
        <source>Pause and advance by ten time steps</source>
        <translation>Anhalten und zehn Zeitschritte weitergehen</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>&amp;Zurücksetzen</translation>
    </message>
    <message>
        <source>Back to the start</source>
        <translation>Zurück zum Start</translation>
    </message>
    <message>
        <source>&amp;Hold</source>
        <translation>&amp;Halten</translation>
    </message>
    <message>
        <source>Keep pulling when the mouse lets go, or hold the selected part where it is</source>
        <translation>Weiter ziehen, wenn die Maus loslässt, oder das gewählte Teil halten, wo es ist</translation>
    </message>
    <message>
        <source>S&amp;lower</source>
        <translation>&amp;Langsamer</translation>
    </message>
    <message>
        <source>Half the speed</source>
        <translation>Halbe Geschwindigkeit</translation>
    </message>
    <message>
        <source>&amp;Faster</source>
        <translation>Schn&amp;eller</translation>
    </message>
    <message>
        <source>Twice the speed</source>
        <translation>Doppelte Geschwindigkeit</translation>
    </message>
    <message>
        <source>Real ti&amp;me</source>
        <translation>Ech&amp;tzeit</translation>
    </message>
    <message>
        <source>One simulated second a second</source>
        <translation>Eine simulierte Sekunde je Sekunde</translation>
    </message>
    <message>
        <source>S&amp;olver</source>
        <translation>Lö&amp;ser</translation>
    </message>
    <message>
        <source>Solver</source>
        <translation>Löser</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Fit all</source>
        <translation>&amp;Alles einpassen</translation>
    </message>
    <message>
        <source>Show the whole scene</source>
        <translation>Die ganze Szene zeigen</translation>
    </message>
    <message>
        <source>Fit &amp;selection</source>
        <translation>Aus&amp;wahl einpassen</translation>
    </message>
    <message>
        <source>Show the selected part in full</source>
        <translation>Das gewählte Teil ganz zeigen</translation>
    </message>
    <message>
        <source>Scene&apos;s &amp;own view</source>
        <translation>&amp;Eigene Ansicht der Szene</translation>
    </message>
    <message>
        <source>Back to the view the scene opened with</source>
        <translation>Zurück zur Ansicht, mit der sich die Szene öffnete</translation>
    </message>
    <message>
        <source>Scene&apos;s &amp;cameras</source>
        <translation>&amp;Kameras der Szene</translation>
    </message>
    <message>
        <source>Front</source>
        <translation>Vorne</translation>
    </message>
    <message>
        <source>Look along +y</source>
        <translation>Blick entlang +y</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Hinten</translation>
    </message>
    <message>
        <source>Look along -y</source>
        <translation>Blick entlang -y</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Look along +x</source>
        <translation>Blick entlang +x</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Look along -x</source>
        <translation>Blick entlang -x</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>Look down, along -z</source>
        <translation>Blick nach unten, entlang -z</translation>
    </message>
    <message>
        <source>Bottom</source>
        <translation>Unten</translation>
    </message>
    <message>
        <source>Look up, along +z</source>
        <translation>Blick nach oben, entlang +z</translation>
    </message>
    <message>
        <source>Isometric</source>
        <translation>Isometrisch</translation>
    </message>
    <message>
        <source>Look along (-1, 1, -1)</source>
        <translation>Blick entlang (-1, 1, -1)</translation>
    </message>
    <message>
        <source>&amp;Orthographic</source>
        <translation>&amp;Parallelprojektion</translation>
    </message>
    <message>
        <source>Parallel lines stay parallel, as in a drawing</source>
        <translation>Parallele Linien bleiben parallel, wie in einer Zeichnung</translation>
    </message>
    <message>
        <source>See &amp;through parts</source>
        <translation>Durch Teile &amp;hindurchsehen</translation>
    </message>
    <message>
        <source>Draw parts half transparent, to look inside</source>
        <translation>Teile halb durchsichtig zeichnen, um hineinzusehen</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>P&amp;icture</source>
        <translation>B&amp;ild</translation>
    </message>
    <message>
        <source>Shadows</source>
        <translation>Schatten</translation>
    </message>
    <message>
        <source>Shadows, to read where parts stand</source>
        <translation>Schatten, an denen man abliest, wo Teile stehen</translation>
    </message>
    <message>
        <source>Ambient occlusion</source>
        <translation>Umgebungsverdeckung</translation>
    </message>
    <message>
        <source>Darken corners and gaps, to read depth</source>
        <translation>Ecken und Spalte abdunkeln, um Tiefe abzulesen</translation>
    </message>
    <message>
        <source>Edges</source>
        <translation>Kanten</translation>
    </message>
    <message>
        <source>The sharp edges of parts as lines</source>
        <translation>Die scharfen Kanten der Teile als Linien</translation>
    </message>
    <message>
        <source>Hidden-line drawing</source>
        <translation>Zeichnung mit verdeckten Kanten</translation>
    </message>
    <message>
        <source>Parts as in a drawing: edges on paper, those behind other parts pale</source>
        <translation>Teile wie in einer Zeichnung: Kanten auf Papier, die hinter anderen Teilen blass</translation>
    </message>
    <message>
        <source>Ground grid</source>
        <translation>Bodengitter</translation>
    </message>
    <message>
        <source>A grid at the lowest point of the scene, with a scale bar</source>
        <translation>Ein Gitter am tiefsten Punkt der Szene, mit einem Maßstab</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>Achsen</translation>
    </message>
    <message>
        <source>The directions x, y, z in the corner</source>
        <translation>Die Richtungen x, y, z in der Ecke</translation>
    </message>
    <message>
        <source>Full quality while moving</source>
        <translation>Volle Güte bei Bewegung</translation>
    </message>
    <message>
        <source>No simpler pictures while something moves, even where they take long</source>
        <translation>Keine einfacheren Bilder, während sich etwas bewegt, auch wo sie lange dauern</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>&amp;Bereiche</translation>
    </message>
    <message>
        <source>Reset &amp;layout</source>
        <translation>An&amp;ordnung zurücksetzen</translation>
    </message>
    <message>
        <source>All panels back to their places</source>
        <translation>Alle Bereiche zurück an ihre Plätze</translation>
    </message>
    <message>
        <source>&amp;Dark theme</source>
        <translation>&amp;Dunkles Thema</translation>
    </message>
    <message>
        <source>Light on dark, or dark on light</source>
        <translation>Hell auf dunkel, oder dunkel auf hell</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>Fill the whole screen</source>
        <translation>Den ganzen Bildschirm füllen</translation>
    </message>
    <message>
        <source>Select &amp;nothing</source>
        <translation>&amp;Nichts wählen</translation>
    </message>
    <message>
        <source>Drop tools and selection, and close the message</source>
        <translation>Werkzeuge und Auswahl fallen lassen, und die Meldung schließen</translation>
    </message>
    <message>
        <source>Overlays</source>
        <translation>Einblendungen</translation>
    </message>
    <message>
        <source>&amp;Overlays</source>
        <translation>&amp;Einblendungen</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Keys and mouse</source>
        <translation>&amp;Tasten und Maus</translation>
    </message>
    <message>
        <source>Every key and mouse gesture</source>
        <translation>Jede Taste und jeder Mausgriff</translation>
    </message>
    <message>
        <source>&amp;Script commands</source>
        <translation>&amp;Skriptbefehle</translation>
    </message>
    <message>
        <source>Every command that a script can give</source>
        <translation>Jeder Befehl, den ein Skript geben kann</translation>
    </message>
    <message>
        <source>&amp;About Passung</source>
        <translation>Ü&amp;ber Passung</translation>
    </message>
    <message>
        <source>Version and licences</source>
        <translation>Version und Lizenzen</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Speed: simulated seconds a second</source>
        <translation>Geschwindigkeit: simulierte Sekunden je Sekunde</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Eigenschaften</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>Anzeige</translation>
    </message>
    <message>
        <source>Simulated time</source>
        <translation>Simulierte Zeit</translation>
    </message>
    <message>
        <source>Simulated time over wall time, as measured</source>
        <translation>Simulierte Zeit durch Wanduhrzeit, wie gemessen</translation>
    </message>
    <message>
        <source>Contact points and the smallest gap among them, of the first engine</source>
        <translation>Kontaktpunkte und der kleinste Spalt unter ihnen, der ersten Engine</translation>
    </message>
    <message>
        <source>&amp;Section</source>
        <translation>&amp;Schnitt</translation>
    </message>
    <message>
        <source>Take away what lies before a plane, and show the cut faces</source>
        <translation>Wegnehmen, was vor einer Ebene liegt, und die Schnittflächen zeigen</translation>
    </message>
    <message>
        <source>Section a&amp;cross</source>
        <translation>Schnitt &amp;quer zu</translation>
    </message>
    <message>
        <source>&amp;x</source>
        <translation>&amp;x</translation>
    </message>
    <message>
        <source>Cut across the x axis, open towards the eye</source>
        <translation>Quer zur x-Achse schneiden, offen zum Auge hin</translation>
    </message>
    <message>
        <source>&amp;y</source>
        <translation>&amp;y</translation>
    </message>
    <message>
        <source>Cut across the y axis, open towards the eye</source>
        <translation>Quer zur y-Achse schneiden, offen zum Auge hin</translation>
    </message>
    <message>
        <source>&amp;z</source>
        <translation>&amp;z</translation>
    </message>
    <message>
        <source>Cut across the z axis, open towards the eye</source>
        <translation>Quer zur z-Achse schneiden, offen zum Auge hin</translation>
    </message>
    <message>
        <source>&amp;Line of sight</source>
        <translation>&amp;Blickrichtung</translation>
    </message>
    <message>
        <source>Cut across the line of sight</source>
        <translation>Quer zur Blickrichtung schneiden</translation>
    </message>
    <message>
        <source>&amp;Flip</source>
        <translation>&amp;Umkehren</translation>
    </message>
    <message>
        <source>Keep the other side of the section</source>
        <translation>Die andere Seite des Schnitts behalten</translation>
    </message>
    <message>
        <source>&amp;Exploded view</source>
        <translation>E&amp;xplosionsansicht</translation>
    </message>
    <message>
        <source>Take the parts apart in the picture, along contacts and joint axes</source>
        <translation>Die Teile im Bild auseinanderziehen, entlang von Kontakten und Gelenkachsen</translation>
    </message>
    <message>
        <source>See through the selected &amp;part</source>
        <translation>Durch das gewählte &amp;Teil sehen</translation>
    </message>
    <message>
        <source>Draw the selected part transparent, or solid again</source>
        <translation>Das gewählte Teil durchsichtig zeichnen, oder wieder deckend</translation>
    </message>
    <message>
        <source>All parts s&amp;olid</source>
        <translation>Alle Teile de&amp;ckend</translation>
    </message>
    <message>
        <source>Draw no single part transparent any longer</source>
        <translation>Kein einzelnes Teil mehr durchsichtig zeichnen</translation>
    </message>
    <message>
        <source>&amp;Gap colours</source>
        <translation>Spalt&amp;farben</translation>
    </message>
    <message>
        <source>Surfaces in the colour of their distance to the nearest other part</source>
        <translation>Flächen in der Farbe ihres Abstands zum nächsten anderen Teil</translation>
    </message>
    <message>
        <source>Look inside</source>
        <translation>Hineinsehen</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>&amp;Plots</source>
        <translation>&amp;Kurven</translation>
    </message>
    <message>
        <source>Show or hide the panel of plots</source>
        <translation>Den Bereich der Kurven zeigen oder verbergen</translation>
    </message>
    <message>
        <source>&amp;Add curve…</source>
        <translation>Kurve &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>Plot a quantity of the scene, a part or a joint</source>
        <translation>Eine Größe der Szene, eines Teils oder Gelenks auftragen</translation>
    </message>
    <message>
        <source>&amp;Remove curve</source>
        <translation>Kurve &amp;entfernen</translation>
    </message>
    <message>
        <source>Remove all &amp;curves</source>
        <translation>A&amp;lle Kurven entfernen</translation>
    </message>
    <message>
        <source>Plot nothing</source>
        <translation>Nichts auftragen</translation>
    </message>
    <message>
        <source>Show &amp;everything</source>
        <translation>&amp;Alles zeigen</translation>
    </message>
    <message>
        <source>All times and all values of the plots</source>
        <translation>Alle Zeiten und alle Werte der Kurven</translation>
    </message>
    <message>
        <source>Remove c&amp;ursors</source>
        <translation>&amp;Messlinien entfernen</translation>
    </message>
    <message>
        <source>Take both cursors out of the plots</source>
        <translation>Beide Messlinien aus den Kurven nehmen</translation>
    </message>
    <message>
        <source>&amp;Save as CSV…</source>
        <translation>Als &amp;CSV speichern…</translation>
    </message>
    <message>
        <source>Write the curves to a table, in SI</source>
        <translation>Die Kurven in eine Tabelle schreiben, in SI</translation>
    </message>
    <message>
        <source>Profiler</source>
        <translation>Laufzeitmessung</translation>
    </message>
    <message>
        <source>&amp;Profiler</source>
        <translation>&amp;Laufzeitmessung</translation>
    </message>
    <message>
        <source>Show or hide what each stage of a step costs</source>
        <translation>Zeigen oder verbergen, was jede Stufe eines Schritts kostet</translation>
    </message>
    <message>
        <source>Check &amp;determinism…</source>
        <translation>&amp;Determinismus prüfen…</translation>
    </message>
    <message>
        <source>Whether the scene gives the same bits with one thread and with all</source>
        <translation>Ob die Szene mit einem Thread und mit allen dieselben Bits ergibt</translation>
    </message>
    <message>
        <source>Open a scene first</source>
        <translation>Öffnen Sie zuerst eine Szene</translation>
    </message>
    <message>
        <source>Save the curves</source>
        <translation>Die Kurven speichern</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Parts can be pulled once the exploded view is closed</source>
        <translation>Teile können gezogen werden, sobald die Explosionsansicht geschlossen ist</translation>
    </message>
    <message>
        <source>%1 is %2 and cannot be pulled</source>
        <translation>%1 ist %2 und kann nicht gezogen werden</translation>
    </message>
    <message>
        <source>The pull acts as soon as the simulation plays</source>
        <translation>Der Zug wirkt, sobald die Simulation läuft</translation>
    </message>
    <message>
        <source>Select a moving part to hold, or pull one by mouse (Ctrl + left drag)</source>
        <translation>Wählen Sie ein bewegliches Teil zum Halten, oder ziehen Sie eines mit der Maus (Strg + links ziehen)</translation>
    </message>
    <message>
        <source>%1 is held; H lets go</source>
        <translation>%1 wird gehalten; H lässt los</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Write the edited scene to its file</source>
        <translation>Die bearbeitete Szene in ihre Datei schreiben</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>Write the scene to another file, with or without its meshes</source>
        <translation>Die Szene in eine andere Datei schreiben, mit oder ohne ihre Netze</translation>
    </message>
    <message>
        <source>Run s&amp;cript…</source>
        <translation>S&amp;kript ausführen…</translation>
    </message>
    <message>
        <source>Run the commands of a file, one after the other</source>
        <translation>Die Befehle einer Datei ausführen, einen nach dem anderen</translation>
    </message>
    <message>
        <source>Run a script</source>
        <translation>Ein Skript ausführen</translation>
    </message>
    <message>
        <source>%1 is done</source>
        <translation>%1 ist fertig</translation>
    </message>
    <message>
        <source>Save the scene</source>
        <translation>Die Szene speichern</translation>
    </message>
    <message>
        <source>Scene (*.json)</source>
        <translation>Szene (*.json)</translation>
    </message>
    <message>
        <source>Scene with a copy of its mesh files (*.json)</source>
        <translation>Szene mit einer Kopie ihrer Netzdateien (*.json)</translation>
    </message>
    <message>
        <source>Unsaved edits</source>
        <translation>Nicht gespeicherte Änderungen</translation>
    </message>
    <message>
        <source>%1 has unsaved edits.</source>
        <translation>%1 hat nicht gespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>Save them before they are lost?</source>
        <translation>Speichern, bevor sie verloren gehen?</translation>
    </message>
    <message>
        <source>State &amp;before</source>
        <translation>Zustand &amp;davor</translation>
    </message>
    <message>
        <source>Pause and show the kept state before this one</source>
        <translation>Anhalten und den gehaltenen Zustand vor diesem zeigen</translation>
    </message>
    <message>
        <source>Ten states before</source>
        <translation>Zehn Zustände davor</translation>
    </message>
    <message>
        <source>Pause and show the tenth kept state before this one</source>
        <translation>Anhalten und den zehnten gehaltenen Zustand vor diesem zeigen</translation>
    </message>
    <message>
        <source>Pre&amp;vious event</source>
        <translation>&amp;Voriges Ereignis</translation>
    </message>
    <message>
        <source>Show the last marked event before this state</source>
        <translation>Das letzte markierte Ereignis vor diesem Zustand zeigen</translation>
    </message>
    <message>
        <source>Ne&amp;xt event</source>
        <translation>&amp;Nächstes Ereignis</translation>
    </message>
    <message>
        <source>Show the next marked event after this state</source>
        <translation>Das nächste markierte Ereignis nach diesem Zustand zeigen</translation>
    </message>
    <message>
        <source>Rep&amp;lay</source>
        <translation>&amp;Wiedergeben</translation>
    </message>
    <message>
        <source>Show the kept states again from here, without simulating</source>
        <translation>Die gehaltenen Zustände von hier an noch einmal zeigen, ohne zu simulieren</translation>
    </message>
    <message>
        <source>&amp;Newest state</source>
        <translation>Neuester Z&amp;ustand</translation>
    </message>
    <message>
        <source>Leave the past and show the newest state</source>
        <translation>Die Vergangenheit verlassen und den neuesten Zustand zeigen</translation>
    </message>
    <message>
        <source>There is nothing to replay yet</source>
        <translation>Es gibt noch nichts wiederzugeben</translation>
    </message>
    <message>
        <source>Save a recording</source>
        <translation>Eine Aufzeichnung speichern</translation>
    </message>
    <message>
        <source>t = %1 s: %2</source>
        <translation>t = %1 s: %2</translation>
    </message>
    <message>
        <source>Ruler</source>
        <translation>Maß</translation>
    </message>
    <message>
        <source>&amp;Ruler</source>
        <translation>&amp;Maß</translation>
    </message>
    <message>
        <source>Measure between corners, edges, faces and axes, or the clearance of two parts</source>
        <translation>Zwischen Ecken, Kanten, Flächen und Achsen messen, oder den Abstand zweier Teile</translation>
    </message>
    <message>
        <source>Measure &amp;places</source>
        <translation>&amp;Stellen messen</translation>
    </message>
    <message>
        <source>The ruler takes corners, edges and points</source>
        <translation>Das Maß greift Ecken, Kanten und Punkte</translation>
    </message>
    <message>
        <source>Measure &amp;faces and axes</source>
        <translation>&amp;Flächen und Achsen messen</translation>
    </message>
    <message>
        <source>The ruler takes the planes and cylinders that faces lie on</source>
        <translation>Das Maß greift die Ebenen und Zylinder, auf denen Flächen liegen</translation>
    </message>
    <message>
        <source>Measure &amp;clearance</source>
        <translation>&amp;Abstand messen</translation>
    </message>
    <message>
        <source>The smallest clearance of two parts that are clicked</source>
        <translation>Der kleinste Abstand zweier angeklickter Teile</translation>
    </message>
    <message>
        <source>Parts are placed at the start, so the run was reset</source>
        <translation>Teile werden am Start platziert, daher wurde der Lauf zurückgesetzt</translation>
    </message>
    <message>
        <source>&amp;Move and turn by mouse</source>
        <translation>Mit der &amp;Maus schieben und drehen</translation>
    </message>
    <message>
        <source>M&amp;ate faces or axes</source>
        <translation>Flächen oder A&amp;chsen fügen</translation>
    </message>
    <message>
        <source>Arrows, squares and rings to move and turn the selected part; Ctrl: in steps</source>
        <translation>Pfeile, Quadrate und Ringe, um das gewählte Teil zu schieben und zu drehen; Strg: in Stufen</translation>
    </message>
    <message>
        <source>Click a plane or cylinder of a part, then one of another part: they come together</source>
        <translation>Klicken Sie eine Ebene oder einen Zylinder eines Teils an, dann die eines anderen: sie kommen zusammen</translation>
    </message>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>&amp;Bookmarks</source>
        <translation>&amp;Lesezeichen</translation>
    </message>
    <message>
        <source>View %1</source>
        <translation>Ansicht %1</translation>
    </message>
    <message>
        <source>Back to the view stored as %1</source>
        <translation>Zurück zur Ansicht, die als %1 gemerkt ist</translation>
    </message>
    <message>
        <source>No view is stored as %1; Alt+Shift+%1 stores this one</source>
        <translation>Keine Ansicht ist als %1 gemerkt; Alt+Umschalt+%1 merkt diese</translation>
    </message>
    <message>
        <source>Store as %1</source>
        <translation>Als %1 merken</translation>
    </message>
    <message>
        <source>Keep this view as %1, for this file</source>
        <translation>Diese Ansicht als %1 behalten, für diese Datei</translation>
    </message>
    <message>
        <source>Stored; Alt+%1 comes back to this view</source>
        <translation>Gemerkt; Alt+%1 kehrt zu dieser Ansicht zurück</translation>
    </message>
    <message>
        <source>Save picture se&amp;quence…</source>
        <translation>Bildfol&amp;ge speichern…</translation>
    </message>
    <message>
        <source>Run on and save every n-th step as a picture</source>
        <translation>Weiterlaufen und jeden n-ten Schritt als Bild speichern</translation>
    </message>
    <message>
        <source>Saved %1 of %2 pictures</source>
        <translation>%1 von %2 Bildern gespeichert</translation>
    </message>
    <message>
        <source>The recording ended after %1 states or more</source>
        <translation>Die Aufzeichnung endete nach %1 Zuständen oder mehr</translation>
    </message>
    <message>
        <source>%1, %2 states recorded</source>
        <translation>%1, %2 Zustände aufgezeichnet</translation>
    </message>
    <message>
        <source>The window closes once %1 is written</source>
        <translation>Das Fenster schließt sich, sobald %1 geschrieben ist</translation>
    </message>
    <message>
        <source>&amp;Mend surface</source>
        <translation>Oberf&amp;läche ausbessern</translation>
    </message>
    <message>
        <source>Fill the holes of the selected part&apos;s surface, so that it is closed</source>
        <translation>Die Löcher in der Oberfläche des gewählten Teils füllen, sodass sie geschlossen ist</translation>
    </message>
    <message>
        <source>&amp;Unit of the part&apos;s file…</source>
        <translation>Ein&amp;heit der Datei des Teils…</translation>
    </message>
    <message>
        <source>What the numbers of the selected part&apos;s file stand for: all parts of the file follow</source>
        <translation>Wofür die Zahlen in der Datei des gewählten Teils stehen: alle Teile der Datei folgen</translation>
    </message>
    <message>
        <source>Add &amp;monitor…</source>
        <translation>Prüf&amp;ung hinzufügen…</translation>
    </message>
    <message>
        <source>Any condition that a run must meet, for the selected part or the scene</source>
        <translation>Jede Bedingung, die ein Lauf erfüllen muss, für das gewählte Teil oder die Szene</translation>
    </message>
    <message>
        <source>D&amp;rives</source>
        <translation>Ant&amp;riebe</translation>
    </message>
    <message>
        <source>Show or hide the sliders for drives and joints, by torque, force or speed</source>
        <translation>Die Regler für Antriebe und Gelenke zeigen oder verbergen, nach Drehmoment, Kraft oder Geschwindigkeit</translation>
    </message>
    <message>
        <source>Drives as in the scene</source>
        <translation>Antriebe wie in der Szene</translation>
    </message>
    <message>
        <source>Every drive and joint as the scene gives it</source>
        <translation>Jeder Antrieb und jedes Gelenk, wie die Szene sie vorgibt</translation>
    </message>
    <message>
        <source>Keep drives in the scene</source>
        <translation>Antriebe in der Szene behalten</translation>
    </message>
    <message>
        <source>The scene takes over what is set on its drives</source>
        <translation>Die Szene übernimmt, was an ihren Antrieben eingestellt ist</translation>
    </message>
    <message>
        <source>The last edit is still on its way; keep the drives once it is there</source>
        <translation>Die letzte Änderung ist noch unterwegs; behalten Sie die Antriebe, sobald sie da ist</translation>
    </message>
    <message>
        <source>The drives are as in the scene</source>
        <translation>Die Antriebe sind wie in der Szene</translation>
    </message>
    <message>
        <source>End the recording</source>
        <translation>Die Aufzeichnung beenden</translation>
    </message>
    <message>
        <source>Each step is written to %1</source>
        <translation>Jeder Schritt wird in %1 geschrieben</translation>
    </message>
    <message>
        <source>Record every step…</source>
        <translation>Jeden Schritt aufzeichnen…</translation>
    </message>
    <message>
        <source>Record every step</source>
        <translation>Jeden Schritt aufzeichnen</translation>
    </message>
    <message>
        <source>Drives</source>
        <translation>Antriebe</translation>
    </message>
    <message>
        <source>What is &amp;wrong with it?</source>
        <translation>Was stimmt daran &amp;nicht?</translation>
    </message>
    <message>
        <source>Shows the place of what may be wrong with the selected part, one after the other</source>
        <translation>Zeigt die Stelle dessen, was am gewählten Teil nicht stimmen könnte, eine nach der anderen</translation>
    </message>
    <message>
        <source>Let &amp;go</source>
        <translation>L&amp;oslassen</translation>
    </message>
    <message>
        <source>End every pull and let go of all parts that are held</source>
        <translation>Jeden Zug beenden und alle Teile loslassen, die gehalten werden</translation>
    </message>
    <message>
        <source>Write each step to a recording from now on; again ends it</source>
        <translation>Von jetzt an jeden Schritt in eine Aufzeichnung schreiben; noch einmal beendet sie</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>&amp;Messages</source>
        <translation>&amp;Meldungen</translation>
    </message>
    <message>
        <source>All messages so far, with what can be done about them</source>
        <translation>Alle Meldungen bisher, mit dem, was sich dagegen tun lässt</translation>
    </message>
    <message>
        <source>&amp;Find file…</source>
        <translation>Datei su&amp;chen…</translation>
    </message>
    <message>
        <source>Choose where %1 is now</source>
        <translation>Wählen, wo %1 jetzt ist</translation>
    </message>
    <message>
        <source>Where is %1?</source>
        <translation>Wo ist %1?</translation>
    </message>
    <message>
        <source>&amp;Mend</source>
        <translation>Ausbesse&amp;rn</translation>
    </message>
    <message>
        <source>Fill the holes of these surfaces</source>
        <translation>Die Löcher dieser Oberflächen füllen</translation>
    </message>
    <message>
        <source>Whether parts overlap at the start, or a surface cuts itself</source>
        <translation>Ob Teile am Start überlappen, oder eine Oberfläche sich selbst schneidet</translation>
    </message>
    <message>
        <source>%1 and %2 overlap at the start by %3; move one of them, or check the units of their files</source>
        <translation>%1 und %2 überlappen am Start um %3; verschieben Sie eines der beiden, oder prüfen Sie die Einheiten ihrer Dateien</translation>
    </message>
    <message>
        <source>&amp;Show place</source>
        <translation>S&amp;telle zeigen</translation>
    </message>
    <message>
        <source>The place in the middle of the pictures</source>
        <translation>Die Stelle in der Mitte der Bilder</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Nothing is wrong with the parts</source>
        <translation>An den Teilen stimmt alles</translation>
    </message>
    <message>
        <source>Nothing is wrong with this part</source>
        <translation>An diesem Teil stimmt alles</translation>
    </message>
    <message>
        <source>Open scene, CAD or mesh files; several become one assembly</source>
        <translation>Szenen-, CAD- oder Netzdateien öffnen; mehrere werden eine Baugruppe</translation>
    </message>
    <message>
        <source>A&amp;dd parts…</source>
        <translation>&amp;Teile hinzufügen…</translation>
    </message>
    <message>
        <source>Add the parts of CAD or mesh files to the open scene</source>
        <translation>Die Teile von CAD- oder Netzdateien zur offenen Szene hinzufügen</translation>
    </message>
    <message>
        <source>Add the parts of CAD or mesh files</source>
        <translation>Die Teile von CAD- oder Netzdateien hinzufügen</translation>
    </message>
    <message>
        <source>Ask for missing &amp;units</source>
        <translation>Nach fehlenden Ein&amp;heiten fragen</translation>
    </message>
    <message>
        <source>Ask for the unit of files that state none, when they are opened</source>
        <translation>Beim Öffnen nach der Einheit von Dateien fragen, die keine angeben</translation>
    </message>
    <message>
        <source>Open scene, CAD or mesh files</source>
        <translation>Szenen-, CAD- oder Netzdateien öffnen</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>Lese %1</translation>
    </message>
    <message>
        <source>Reading %1 files</source>
        <translation>Lese %1 Dateien</translation>
    </message>
    <message>
        <source>This part is of no file: its shape is made from numbers</source>
        <translation>Dieses Teil ist aus keiner Datei: seine Form entsteht aus Zahlen</translation>
    </message>
    <message>
        <source>A push ends with the mouse; a pull can be held</source>
        <translation>Ein Druck endet mit der Maus; ein Zug lässt sich halten</translation>
    </message>
    <message>
        <source>%1: unsaved edits were kept</source>
        <translation>%1: nicht gespeicherte Änderungen wurden gesichert</translation>
    </message>
    <message>
        <source>&amp;Recover</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>Open the scene with these edits</source>
        <translation>Die Szene mit diesen Änderungen öffnen</translation>
    </message>
    <message>
        <source>Saved %1, without the edits that came after</source>
        <translation>%1 gespeichert, ohne die Änderungen, die danach kamen</translation>
    </message>
    <message>
        <source>Writing %1 …</source>
        <translation>Schreibe %1 …</translation>
    </message>
    <message>
        <source>&amp;Jump to</source>
        <translation>Sprin&amp;gen zu</translation>
    </message>
    <message>
        <source>Next new &amp;contact</source>
        <translation>Nächster neuer &amp;Kontakt</translation>
    </message>
    <message>
        <source>Show when two parts touch for the first time</source>
        <translation>Zeigen, wann sich das nächste Mal zwei Teile zum ersten Mal berühren</translation>
    </message>
    <message>
        <source>Previous new contact</source>
        <translation>Voriger neuer Kontakt</translation>
    </message>
    <message>
        <source>Show when two parts touched for the first time</source>
        <translation>Zeigen, wann sich zuletzt zwei Teile zum ersten Mal berührten</translation>
    </message>
    <message>
        <source>&amp;Deepest penetration</source>
        <translation>&amp;Tiefste Durchdringung</translation>
    </message>
    <message>
        <source>Show the state with the deepest overlap of contacts</source>
        <translation>Den Zustand mit der tiefsten Überdeckung der Kontakte zeigen</translation>
    </message>
    <message>
        <source>Next &amp;monitor</source>
        <translation>Nächste &amp;Prüfung</translation>
    </message>
    <message>
        <source>Show when a monitor passes or fails next</source>
        <translation>Zeigen, wann das nächste Mal eine Prüfung erfüllt oder nicht erfüllt ist</translation>
    </message>
    <message>
        <source>Previous monitor</source>
        <translation>Vorige Prüfung</translation>
    </message>
    <message>
        <source>Show when a monitor passed or failed last</source>
        <translation>Zeigen, wann zuletzt eine Prüfung erfüllt oder nicht erfüllt war</translation>
    </message>
    <message>
        <source>Next &amp;overrun</source>
        <translation>Nächste Ü&amp;berlastung</translation>
    </message>
    <message>
        <source>Show when the machine could not hold the speed next</source>
        <translation>Zeigen, wann der Rechner das nächste Mal die Geschwindigkeit nicht schaffte</translation>
    </message>
    <message>
        <source>Previous overrun</source>
        <translation>Vorige Überlastung</translation>
    </message>
    <message>
        <source>Show when the machine could not hold the speed last</source>
        <translation>Zeigen, wann der Rechner zuletzt die Geschwindigkeit nicht schaffte</translation>
    </message>
    <message>
        <source>No such event before this state</source>
        <translation>Kein solches Ereignis vor diesem Zustand</translation>
    </message>
    <message>
        <source>No such event after this state</source>
        <translation>Kein solches Ereignis nach diesem Zustand</translation>
    </message>
    <message>
        <source>No such event yet</source>
        <translation>Noch kein solches Ereignis</translation>
    </message>
    <message>
        <source>Saving cancelled</source>
        <translation>Speichern abgebrochen</translation>
    </message>
    <message>
        <source>%1 is written to its end, to be whole</source>
        <translation>%1 wird zu Ende geschrieben, damit die Datei ganz ist</translation>
    </message>
    <message>
        <source>That scene is no longer open</source>
        <translation>Diese Szene ist nicht mehr offen</translation>
    </message>
    <message>
        <source>Parts whose surface is not closed, %1: %2</source>
        <translation>Teile mit nicht geschlossener Oberfläche, %1: %2</translation>
    </message>
    <message>
        <source>Two parts overlap at the start; View &gt; Messages shows where</source>
        <translation>Zwei Teile überlappen am Start; Ansicht &gt; Meldungen zeigt, wo</translation>
    </message>
    <message>
        <source>%1 pairs of parts overlap at the start; View &gt; Messages shows the deepest</source>
        <translation>%1 Paare von Teilen überlappen am Start; Ansicht &gt; Meldungen zeigt die tiefsten</translation>
    </message>
    <message>
        <source>Write it to another file</source>
        <translation>In eine andere Datei schreiben</translation>
    </message>
    <message>
        <source>Con&amp;glomerates</source>
        <translation>Kon&amp;glomerate</translation>
    </message>
    <message>
        <source>&amp;Test the parts</source>
        <translation>Teile &amp;prüfen</translation>
    </message>
    <message>
        <source>Find the faces near another part by conglomerates, beside the engine</source>
        <translation>Dreiecke nahe einem anderen Teil über Konglomerate finden, neben der Rechnung</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>Each conglomerate in another colour than its neighbours</source>
        <translation>Jedes Konglomerat in anderer Farbe als seine Nachbarn</translation>
    </message>
    <message>
        <source>&amp;Near faces</source>
        <translation>&amp;Nahe Dreiecke</translation>
    </message>
    <message>
        <source>Faces within the distance of another part, and those that touch or cross</source>
        <translation>Dreiecke innerhalb des Abstands zu einem anderen Teil, und solche, die berühren oder durchdringen</translation>
    </message>
    <message>
        <source>&amp;Boxes</source>
        <translation>&amp;Quader</translation>
    </message>
    <message>
        <source>Boxes of the conglomerates with near faces</source>
        <translation>Quader der Konglomerate mit nahen Dreiecken</translation>
    </message>
    <message>
        <source>&amp;Samples</source>
        <translation>&amp;Abtastpunkte</translation>
    </message>
    <message>
        <source>Points of the shells of conglomerates with near faces</source>
        <translation>Punkte der Schalen von Konglomeraten mit nahen Dreiecken</translation>
    </message>
    <message>
        <source>&amp;Leaves</source>
        <translation>&amp;Blätter</translation>
    </message>
    <message>
        <source>Leaves of the trees of conglomerates with near faces</source>
        <translation>Blätter der Bäume von Konglomeraten mit nahen Dreiecken</translation>
    </message>
    <message>
        <source>Compare with &amp;hierarchies</source>
        <translation>Mit &amp;Hierarchien vergleichen</translation>
    </message>
    <message>
        <source>Find the same pairs by a walk down two hierarchies</source>
        <translation>Dieselben Paare durch Abstieg in zwei Hierarchien finden</translation>
    </message>
    <message>
        <source>Conglomerates</source>
        <translation>Konglomerate</translation>
    </message>
    <message>
        <source>&amp;Front of the hierarchies</source>
        <translation>Fr&amp;ont der Hierarchien</translation>
    </message>
    <message>
        <source>Boxes at which walks down two hierarchies end, kept from state to state: apart, or near leaves</source>
        <translation>Quader, an denen der Abstieg in zwei Hierarchien endet, von Zustand zu Zustand behalten: getrennte oder nahe Blätter</translation>
    </message>
</context>
<context>
    <name>passung::app::MessageBar</name>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>and %1 more: View &gt; Messages</source>
        <translation>und %1 weitere: Ansicht &gt; Meldungen</translation>
    </message>
</context>
<context>
    <name>passung::app::MessagesPanel</name>
    <message>
        <source>&amp;Copy</source>
        <translation>K&amp;opieren</translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation>&amp;Leeren</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Meldungen</translation>
    </message>
    <message>
        <source>Copy the chosen messages, or all of them, to the clipboard</source>
        <translation>Die gewählten Meldungen, oder alle, in die Zwischenablage kopieren</translation>
    </message>
    <message>
        <source>Empty the list</source>
        <translation>Die Liste leeren</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>passung::app::MonitorDialog</name>
    <message>
        <source>Add a monitor</source>
        <translation>Eine Prüfung hinzufügen</translation>
    </message>
    <message>
        <source>What the run must keep to in order to pass</source>
        <translation>Was der Lauf einhalten muss, um zu bestehen</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>In the units that are named, as in the scene file. * is needed; what is empty is left out.</source>
        <translation>In den genannten Einheiten, wie in der Szenendatei. * ist nötig; was leer ist, wird weggelassen.</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
</context>
<context>
    <name>passung::app::OverlaysPanel</name>
    <message>
        <source>Depth in the triangle hierarchy whose boxes are shown: 0 is the box of the whole mesh</source>
        <translation>Tiefe in der Dreieckshierarchie, deren Quader gezeigt werden: 0 ist der Quader des ganzen Netzes</translation>
    </message>
    <message>
        <source>Hierarchy level</source>
        <translation>Ebene der Hierarchie</translation>
    </message>
    <message>
        <source>Depth in the tree of the broad phase whose boxes are shown: 0 is the box of all parts that have bounds</source>
        <translation>Tiefe im Baum der Grobphase, deren Quader gezeigt werden: 0 ist der Quader aller Teile mit Grenzen</translation>
    </message>
    <message>
        <source>Broad-phase level</source>
        <translation>Ebene der Grobphase</translation>
    </message>
    <message>
        <source>How solid the parts are drawn: lower it to look inside</source>
        <translation>Wie deckend die Teile gezeichnet werden: verringern, um hineinzusehen</translation>
    </message>
    <message>
        <source>Opacity of the parts</source>
        <translation>Deckkraft der Teile</translation>
    </message>
    <message>
        <source>Opacity of parts</source>
        <translation>Deckkraft der Teile</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
</context>
<context>
    <name>passung::app::PairTestPanel</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Test the parts by conglomerates</source>
        <translation>Teile über Konglomerate prüfen</translation>
    </message>
    <message>
        <source>Find the faces near another part by groups of faces with boxes, point shells and trees, beside the engine</source>
        <translation>Dreiecke nahe einem anderen Teil über Gruppen von Dreiecken mit Quadern, Punktschalen und Bäumen finden, neben der Rechnung</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>Zerlegung</translation>
    </message>
    <message>
        <source>Nearly convex patches</source>
        <translation>Fast konvexe Flecken</translation>
    </message>
    <message>
        <source>Planes, spheres, cylinders, cones</source>
        <translation>Ebenen, Kugeln, Zylinder, Kegel</translation>
    </message>
    <message>
        <source>What lies apart</source>
        <translation>Was getrennt liegt</translation>
    </message>
    <message>
        <source>Nodes of a hierarchy</source>
        <translation>Knoten einer Hierarchie</translation>
    </message>
    <message>
        <source>Shapes, then patches</source>
        <translation>Formen, dann Flecken</translation>
    </message>
    <message>
        <source>How the faces of a part are cut into conglomerates of 20 to 100</source>
        <translation>Wie die Dreiecke eines Teils in Konglomerate zu 20 bis 100 zerlegt werden</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>Octree</source>
        <translation>Octree</translation>
    </message>
    <message>
        <source>k-d tree</source>
        <translation>k-d-Baum</translation>
    </message>
    <message>
        <source>What the samples of a conglomerate are sought in</source>
        <translation>Worin die Abtastpunkte eines Konglomerats gesucht werden</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>Läuft auf</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Graphics processor (CUDA)</source>
        <translation>Grafikprozessor (CUDA)</translation>
    </message>
    <message>
        <source>Where faces are sought and tested; both give the same pairs</source>
        <translation>Wo Dreiecke gesucht und geprüft werden; beide ergeben dieselben Paare</translation>
    </message>
    <message>
        <source>Faces within this distance of another part are found; 0: a thousandth of the assembly&apos;s size</source>
        <translation>Dreiecke innerhalb dieses Abstands zu einem anderen Teil werden gefunden; 0: ein Tausendstel der Größe der Baugruppe</translation>
    </message>
    <message>
        <source>Distance of the pair test</source>
        <translation>Abstand der Paarprüfung</translation>
    </message>
    <message>
        <source>Within [mm]</source>
        <translation>Innerhalb [mm]</translation>
    </message>
    <message>
        <source>Compare with hierarchies</source>
        <translation>Mit Hierarchien vergleichen</translation>
    </message>
    <message>
        <source>Find the same pairs by a walk down two hierarchies, and say whether they are the same to the bit</source>
        <translation>Dieselben Paare durch Abstieg in zwei Hierarchien finden und sagen, ob sie bis aufs Bit gleich sind</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>At</source>
        <translation>Bei</translation>
    </message>
    <message>
        <source>t = %1 s</source>
        <translation>t = %1 s</translation>
    </message>
    <message>
        <source>The instant whose poses were tested</source>
        <translation>Der Zeitpunkt, dessen Lagen geprüft wurden</translation>
    </message>
    <message>
        <source>Conglomerates</source>
        <translation>Konglomerate</translation>
    </message>
    <message>
        <source>Groups of faces in all parts, of so many faces</source>
        <translation>Gruppen von Dreiecken in allen Teilen, von so vielen Dreiecken</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>Shells and trees of all parts; parts with one mesh share them</source>
        <translation>Schalen und Bäume aller Teile; Teile mit demselben Netz teilen sie</translation>
    </message>
    <message>
        <source>Pairs of boxes</source>
        <translation>Paare von Quadern</translation>
    </message>
    <message>
        <source>Within the distance, of those that were compared</source>
        <translation>Innerhalb des Abstands, von den verglichenen</translation>
    </message>
    <message>
        <source>Samples asked</source>
        <translation>Gefragte Punkte</translation>
    </message>
    <message>
        <source>Points of shells that were sought in trees</source>
        <translation>Punkte von Schalen, die in Bäumen gesucht wurden</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>Kandidaten</translation>
    </message>
    <message>
        <source>Pairs of faces that may be within the distance</source>
        <translation>Paare von Dreiecken, die innerhalb des Abstands sein können</translation>
    </message>
    <message>
        <source>Pairs of faces</source>
        <translation>Paare von Dreiecken</translation>
    </message>
    <message>
        <source>Within the distance, by the exact test</source>
        <translation>Innerhalb des Abstands, nach der exakten Prüfung</translation>
    </message>
    <message>
        <source>Boxes</source>
        <translation>Quader</translation>
    </message>
    <message>
        <source>Time for the boxes of conglomerates</source>
        <translation>Zeit für die Quader der Konglomerate</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Time for samples in trees</source>
        <translation>Zeit für Punkte in Bäumen</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>Ordnen</translation>
    </message>
    <message>
        <source>Time for putting the candidates in order</source>
        <translation>Zeit, die Kandidaten zu ordnen</translation>
    </message>
    <message>
        <source>Exact test</source>
        <translation>Exakte Prüfung</translation>
    </message>
    <message>
        <source>Time for the distances of triangles</source>
        <translation>Zeit für die Abstände von Dreiecken</translation>
    </message>
    <message>
        <source>%1 kB</source>
        <translation>%1 kB</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>To the graphics processor in this test</source>
        <translation>Zum Grafikprozessor bei dieser Prüfung</translation>
    </message>
    <message>
        <source>Fetched</source>
        <translation>Geholt</translation>
    </message>
    <message>
        <source>From the graphics processor in this test</source>
        <translation>Vom Grafikprozessor bei dieser Prüfung</translation>
    </message>
    <message>
        <source>Resident</source>
        <translation>Dort geblieben</translation>
    </message>
    <message>
        <source>Conglomerates that stay there</source>
        <translation>Konglomerate, die dort bleiben</translation>
    </message>
    <message>
        <source>Hierarchies</source>
        <translation>Hierarchien</translation>
    </message>
    <message>
        <source>Time of the same search by two hierarchies</source>
        <translation>Zeit derselben Suche durch zwei Hierarchien</translation>
    </message>
    <message>
        <source>Same pairs</source>
        <translation>Gleiche Paare</translation>
    </message>
    <message>
        <source>yes, to the bit</source>
        <translation>ja, bis aufs Bit</translation>
    </message>
    <message>
        <source>NO</source>
        <translation>NEIN</translation>
    </message>
    <message>
        <source>Whether both ways found the same pairs of faces with the same distances</source>
        <translation>Ob beide Wege dieselben Paare von Dreiecken mit denselben Abständen fanden</translation>
    </message>
    <message>
        <source>Front</source>
        <translation>Front</translation>
    </message>
    <message>
        <source>%1 pairs</source>
        <translation>%1 Paare</translation>
    </message>
    <message>
        <source>Pairs of boxes at which walks down two hierarchies end</source>
        <translation>Paare von Quadern, an denen der Abstieg in zwei Hierarchien endet</translation>
    </message>
    <message>
        <source>Known without a test</source>
        <translation>Ohne Test bekannt</translation>
    </message>
    <message>
        <source>Pairs that the motion since the last test told apart, of all that were asked about</source>
        <translation>Paare, von denen die Bewegung seit dem letzten Test sagt, dass sie getrennt sind, von allen, nach denen gefragt war</translation>
    </message>
    <message>
        <source>Time of the front</source>
        <translation>Zeit der Front</translation>
    </message>
    <message>
        <source>For moving it here, with the exact test of its near leaves</source>
        <translation>Um sie hierher zu bewegen, mit dem exakten Test ihrer nahen Blätter</translation>
    </message>
    <message>
        <source>Front&apos;s pairs</source>
        <translation>Paare der Front</translation>
    </message>
    <message>
        <source>the same, to the bit</source>
        <translation>dieselben, bis aufs Bit</translation>
    </message>
    <message>
        <source>NOT THE SAME</source>
        <translation>NICHT DIESELBEN</translation>
    </message>
    <message>
        <source>Whether the front found the same pairs of faces with the same distances</source>
        <translation>Ob die Front dieselben Paare von Dreiecken mit denselben Abständen gefunden hat</translation>
    </message>
</context>
<context>
    <name>passung::app::PairTestTool</name>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Cutting into conglomerates…</source>
        <translation>Zerlegen in Konglomerate…</translation>
    </message>
    <message>
        <source>These parts have no size of their own; say within which distance faces are sought.</source>
        <translation>Diese Teile haben keine eigene Größe; geben Sie an, innerhalb welchen Abstands Dreiecke gesucht werden.</translation>
    </message>
</context>
<context>
    <name>passung::app::PartEditor</name>
    <message>
        <source>Density in kg/m³, also as &quot;7.85 g/cm3&quot;</source>
        <translation>Dichte in kg/m³, auch als &quot;7.85 g/cm3&quot;</translation>
    </message>
    <message>
        <source>Coulomb friction; a pair takes the geometric mean</source>
        <translation>Coulombsche Reibung; ein Paar nimmt das geometrische Mittel</translation>
    </message>
    <message>
        <source>0 plastic to 1 elastic; a pair takes the larger</source>
        <translation>0 plastisch bis 1 elastisch; ein Paar nimmt den größeren Wert</translation>
    </message>
    <message>
        <source>Mass in kg, also as &quot;12 g&quot;: replaces the one from volume and density; the inertia follows</source>
        <translation>Masse in kg, auch als &quot;12 g&quot;: ersetzt die aus Volumen und Dichte; die Trägheit folgt</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>Fest</translation>
    </message>
    <message>
        <source>Moving</source>
        <translation>Beweglich</translation>
    </message>
    <message>
        <source>Driven</source>
        <translation>Angetrieben</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>The mass that volume and density give</source>
        <translation>Die Masse, die Volumen und Dichte ergeben</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Of the part; joints and monitors follow it</source>
        <translation>Des Teils; Gelenke und Prüfungen folgen ihm</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Fixed stands still, moving follows forces and contact, driven keeps its velocities</source>
        <translation>Fest steht still, beweglich folgt Kräften und Kontakt, angetrieben behält seine Geschwindigkeiten</translation>
    </message>
    <message>
        <source>Material</source>
        <translation>Werkstoff</translation>
    </message>
    <message>
        <source>Sets density, friction and restitution</source>
        <translation>Setzt Dichte, Reibung und Stoßzahl</translation>
    </message>
    <message>
        <source>Density [kg/m³]</source>
        <translation>Dichte [kg/m³]</translation>
    </message>
    <message>
        <source>Friction</source>
        <translation>Reibung</translation>
    </message>
    <message>
        <source>Restitution</source>
        <translation>Stoßzahl</translation>
    </message>
    <message>
        <source>Mass [kg]</source>
        <translation>Masse [kg]</translation>
    </message>
    <message>
        <source>Start at</source>
        <translation>Start bei</translation>
    </message>
    <message>
        <source>Origin of the part&apos;s frame at the start, in mm; also as &quot;0.5 in&quot; or &quot;0.01 m&quot;</source>
        <translation>Ursprung des Teils am Start, in mm; auch als &quot;0.5 in&quot; oder &quot;0.01 m&quot;</translation>
    </message>
    <message>
        <source>Turned</source>
        <translation>Gedreht</translation>
    </message>
    <message>
        <source>At the start, about the fixed x, then y, then z axis, in degrees</source>
        <translation>Am Start, um die feste x-, dann y-, dann z-Achse, in Grad</translation>
    </message>
    <message>
        <source>Velocity</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Of the centre of mass at the start, in mm/s; a driven part keeps it</source>
        <translation>Des Massenmittelpunkts am Start, in mm/s; ein angetriebenes Teil behält sie</translation>
    </message>
    <message>
        <source>Spin</source>
        <translation>Drehung</translation>
    </message>
    <message>
        <source>Angular velocity at the start, in rad/s, also as &quot;60 rpm&quot;; a driven part keeps it</source>
        <translation>Winkelgeschwindigkeit am Start, in rad/s, auch als &quot;60 rpm&quot;; ein angetriebenes Teil behält sie</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>In the picture and in the list of parts</source>
        <translation>Im Bild und in der Liste der Teile</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Exact mesh</source>
        <translation>Genaues Netz</translation>
    </message>
    <message>
        <source>Box around it</source>
        <translation>Quader darum</translation>
    </message>
    <message>
        <source>Cylinder around it</source>
        <translation>Zylinder darum</translation>
    </message>
    <message>
        <source>Sphere around it</source>
        <translation>Kugel darum</translation>
    </message>
    <message>
        <source>Collides as</source>
        <translation>Kollidiert als</translation>
    </message>
    <message>
        <source>What contact is computed with: the mesh as it is, or a simple shape around it</source>
        <translation>Womit der Kontakt berechnet wird: das Netz, wie es ist, oder eine einfache Form darum</translation>
    </message>
    <message>
        <source>The shape of this part is exact already: it is no mesh</source>
        <translation>Die Form dieses Teils ist schon genau: sie ist kein Netz</translation>
    </message>
    <message>
        <source>Faster, but holes, threads and hollows are filled, and nothing fits into them; the mass stays that of the mesh.</source>
        <translation>Schneller, aber Bohrungen, Gewinde und Höhlungen sind gefüllt, und nichts passt hinein; die Masse bleibt die des Netzes.</translation>
    </message>
    <message>
        <source>%1 It has %2 times the volume of the mesh.</source>
        <translation>%1 Die Form hat das %2-fache Volumen des Netzes.</translation>
    </message>
</context>
<context>
    <name>passung::app::PartsPanel</name>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>Masse</translation>
    </message>
    <message>
        <source>Triangles</source>
        <translation>Dreiecke</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Teile</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Name and colour</source>
        <translation>Name und Farbe</translation>
    </message>
    <message>
        <source>What may be wrong with the part: a click on a badge shows the place</source>
        <translation>Was an dem Teil nicht stimmen könnte: ein Klick auf ein Zeichen zeigt die Stelle</translation>
    </message>
    <message>
        <source>Fixed, moving or driven</source>
        <translation>Fest, beweglich oder angetrieben</translation>
    </message>
    <message>
        <source>Triangles of its meshes</source>
        <translation>Dreiecke seiner Netze</translation>
    </message>
    <message>
        <source>Along its own axes x, y, z</source>
        <translation>Entlang seiner eigenen Achsen x, y, z</translation>
    </message>
    <message>
        <source>What the numbers of its file were taken in</source>
        <translation>Worin die Zahlen seiner Datei gelesen wurden</translation>
    </message>
    <message>
        <source>Of moving parts</source>
        <translation>Beweglicher Teile</translation>
    </message>
    <message>
        <source>%1 parts</source>
        <translation>%1 Teile</translation>
    </message>
</context>
<context>
    <name>passung::app::PictureSequence</name>
    <message>
        <source>ended, for the scene was changed</source>
        <translation>beendet, denn die Szene wurde geändert</translation>
    </message>
    <message>
        <source>ended, for the run did: %1</source>
        <translation>beendet, denn auch der Lauf endete: %1</translation>
    </message>
    <message>
        <source>ended, for the run was played or an earlier state looked at</source>
        <translation>beendet, denn der Lauf wurde abgespielt oder ein früherer Zustand angesehen</translation>
    </message>
    <message>
        <source>ended, for the run was moved to another time</source>
        <translation>beendet, denn der Lauf wurde zu einer anderen Zeit bewegt</translation>
    </message>
    <message>
        <source>Saved picture %1 of %2</source>
        <translation>Bild %1 von %2 gespeichert</translation>
    </message>
</context>
<context>
    <name>passung::app::Placer</name>
    <message>
        <source>Click a plane or a hole of the part that is to move</source>
        <translation>Klicken Sie eine Ebene oder Bohrung des Teils an, das sich bewegen soll</translation>
    </message>
    <message>
        <source>Select the part that is to move</source>
        <translation>Wählen Sie das Teil, das sich bewegen soll</translation>
    </message>
    <message>
        <source>Parts are placed at the start; reset the run first (Ctrl+R)</source>
        <translation>Teile werden am Start platziert; setzen Sie den Lauf zuerst zurück (Strg+R)</translation>
    </message>
    <message>
        <source>That is neither a plane nor a cylinder</source>
        <translation>Das ist weder eine Ebene noch ein Zylinder</translation>
    </message>
    <message>
        <source>Now a cylinder or hole of the other part</source>
        <translation>Jetzt einen Zylinder oder eine Bohrung des anderen Teils</translation>
    </message>
    <message>
        <source>Now a plane of the other part</source>
        <translation>Jetzt eine Ebene des anderen Teils</translation>
    </message>
    <message>
        <source>A plane meets a plane, a cylinder a cylinder; click one of the same kind</source>
        <translation>Eine Ebene trifft eine Ebene, ein Zylinder einen Zylinder; klicken Sie eines derselben Art an</translation>
    </message>
    <message>
        <source>%1°</source>
        <translation>%1°</translation>
    </message>
</context>
<context>
    <name>passung::app::PlotView</name>
    <message>
        <source>Plot of %1</source>
        <translation>Kurve von %1</translation>
    </message>
    <message>
        <source>: not in this scene</source>
        <translation>: nicht in dieser Szene</translation>
    </message>
</context>
<context>
    <name>passung::app::PlotsPanel</name>
    <message>
        <source>Click in a plot for the first cursor, Shift+click for the second</source>
        <translation>Klick in eine Kurve setzt die erste Messlinie, Umschalt+Klick die zweite</translation>
    </message>
    <message>
        <source>Nothing is plotted yet. Add a curve: position, speed, forces, energy, step times …</source>
        <translation>Noch ist nichts aufgetragen. Fügen Sie eine Kurve hinzu: Lage, Geschwindigkeit, Kräfte, Energie, Schrittzeiten …</translation>
    </message>
    <message>
        <source>Show the state at this time</source>
        <translation>Den Zustand zu dieser Zeit zeigen</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
</context>
<context>
    <name>passung::app::ProfilerPanel</name>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>Min</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>Max</translation>
    </message>
    <message>
        <source>Times of the stages</source>
        <translation>Zeiten der Stufen</translation>
    </message>
    <message>
        <source>Of the last</source>
        <translation>Der letzten</translation>
    </message>
    <message>
        <source> steps</source>
        <translation> Schritte</translation>
    </message>
    <message>
        <source>So many time steps are looked at</source>
        <translation>So viele Zeitschritte werden betrachtet</translation>
    </message>
    <message>
        <source>A step of %1</source>
        <translation>Ein Schritt von %1</translation>
    </message>
    <message>
        <source>Wall time of this stage of a step</source>
        <translation>Wanduhrzeit dieser Stufe eines Schritts</translation>
    </message>
    <message>
        <source>other</source>
        <translation>übrige</translation>
    </message>
    <message>
        <source>What belongs to no stage</source>
        <translation>Was zu keiner Stufe gehört</translation>
    </message>
    <message>
        <source>whole step</source>
        <translation>ganzer Schritt</translation>
    </message>
    <message>
        <source>All of it, as the session waits for it</source>
        <translation>Alles davon, so lange die Sitzung darauf wartet</translation>
    </message>
    <message>
        <source>Beside a step</source>
        <translation>Neben einem Schritt</translation>
    </message>
    <message>
        <source>monitors</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Judging the monitors of the scene; in a comparison, measuring every variant</source>
        <translation>Die Prüfungen der Szene beurteilen; im Vergleich: jede Variante messen</translation>
    </message>
    <message>
        <source>curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Sampling what is plotted</source>
        <translation>Abtasten, was aufgetragen wird</translation>
    </message>
    <message>
        <source>A picture</source>
        <translation>Ein Bild</translation>
    </message>
    <message>
        <source>snapshot</source>
        <translation>Abbild</translation>
    </message>
    <message>
        <source>Copying the state out of the session&apos;s thread</source>
        <translation>Den Zustand aus dem Thread der Sitzung kopieren</translation>
    </message>
    <message>
        <source>overlays</source>
        <translation>Einblendungen</translation>
    </message>
    <message>
        <source>Turning the state into what is drawn</source>
        <translation>Aus dem Zustand machen, was gezeichnet wird</translation>
    </message>
    <message>
        <source>drawing</source>
        <translation>Zeichnen</translation>
    </message>
    <message>
        <source>Giving it to OpenGL, all views; the graphics card may take longer</source>
        <translation>An OpenGL geben, alle Ansichten; die Grafikkarte kann länger brauchen</translation>
    </message>
    <message>
        <source>%1: %2 for a step of %3, %4× real time</source>
        <translation>%1: %2 für einen Schritt von %3, %4× Echtzeit</translation>
    </message>
    <message>
        <source>No step was taken yet</source>
        <translation>Noch wurde kein Schritt gemacht</translation>
    </message>
    <message>
        <source>%1× real time reached, all together</source>
        <translation>%1× Echtzeit erreicht, alle zusammen</translation>
    </message>
</context>
<context>
    <name>passung::app::ProgressLine</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Give up loading; the open scene stays</source>
        <translation>Das Laden aufgeben; die offene Szene bleibt</translation>
    </message>
</context>
<context>
    <name>passung::app::PropertiesPanel</name>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Click a part to see and change its motion, material, mass and place.</source>
        <translation>Klicken Sie ein Teil an, um Bewegung, Werkstoff, Masse und Ort zu sehen und zu ändern.</translation>
    </message>
</context>
<context>
    <name>passung::app::QuantityEdit</name>
    <message>
        <source>&apos;%1&apos; is not %2; a number%3</source>
        <translation>&apos;%1&apos; ist nicht %2; eine Zahl%3</translation>
    </message>
    <message>
        <source> with one of the units %1</source>
        <translation> mit einer der Einheiten %1</translation>
    </message>
</context>
<context>
    <name>passung::app::RecordingsDialog</name>
    <message>
        <source>%1°</source>
        <translation>%1°</translation>
    </message>
    <message>
        <source>Compare recordings</source>
        <translation>Aufzeichnungen vergleichen</translation>
    </message>
    <message>
        <source>How far the parts of two runs are from each other, at the instants that both recordings hold: of two settings, two versions or two machines.</source>
        <translation>Wie weit die Teile zweier Läufe voneinander entfernt sind, zu den Zeitpunkten, die beide Aufzeichnungen halten: zweier Einstellungen, zweier Versionen oder zweier Rechner.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Compare the two recordings</source>
        <translation>Die beiden Aufzeichnungen vergleichen</translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation>Den Vergleich abbrechen</translation>
    </message>
    <message>
        <source>Largest distance</source>
        <translation>Größter Abstand</translation>
    </message>
    <message>
        <source>Largest angle</source>
        <translation>Größter Winkel</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Erste</translation>
    </message>
    <message>
        <source>A recording, the reference</source>
        <translation>Eine Aufzeichnung, der Bezug</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>Zweite</translation>
    </message>
    <message>
        <source>The recording that is compared with it</source>
        <translation>Die Aufzeichnung, die damit verglichen wird</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Apart</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>at</source>
        <translation>bei</translation>
    </message>
    <message>
        <source>Turned</source>
        <translation>Gedreht</translation>
    </message>
    <message>
        <source>Differences by part</source>
        <translation>Unterschiede nach Teil</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Recordings (*.prec)</source>
        <translation>Aufzeichnungen (*.prec)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose two recordings.</source>
        <translation>Wählen Sie zwei Aufzeichnungen.</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Vergleiche…</translation>
    </message>
    <message>
        <source>They part at %1 s: at most %2 and %3, over %4 instants.</source>
        <translation>Sie trennen sich bei %1 s: höchstens %2 und %3, über %4 Zeitpunkte.</translation>
    </message>
    <message>
        <source>The same bits at all %1 instants.</source>
        <translation>Dieselben Bits zu allen %1 Zeitpunkten.</translation>
    </message>
    <message>
        <source>The first ends at %1 s, the second at %2 s.</source>
        <translation>Die erste endet bei %1 s, die zweite bei %2 s.</translation>
    </message>
    <message>
        <source>Only in the first: %1</source>
        <translation>Nur in der ersten: %1</translation>
    </message>
    <message>
        <source>Only in the second: %1</source>
        <translation>Nur in der zweiten: %1</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
</context>
<context>
    <name>passung::app::RecoveryBar</name>
    <message>
        <source>&amp;Recover</source>
        <translation>&amp;Wiederherstellen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Open the scene with these edits</source>
        <translation>Die Szene mit diesen Änderungen öffnen</translation>
    </message>
    <message>
        <source>Delete these edits</source>
        <translation>Diese Änderungen löschen</translation>
    </message>
    <message>
        <source>Keep them and ask at the next start</source>
        <translation>Sie behalten und beim nächsten Start fragen</translation>
    </message>
    <message>
        <source>Passung ended with unsaved edits of %1, last kept %2.</source>
        <translation>Passung endete mit nicht gespeicherten Änderungen von %1, zuletzt gesichert %2.</translation>
    </message>
</context>
<context>
    <name>passung::app::Ruler</name>
    <message>
        <source>That is the same part; click another one</source>
        <translation>Das ist dasselbe Teil; klicken Sie ein anderes an</translation>
    </message>
    <message>
        <source>These two parts have no distance that can be measured</source>
        <translation>Diese beiden Teile haben keinen Abstand, der sich messen ließe</translation>
    </message>
    <message>
        <source>measuring…</source>
        <translation>messe…</translation>
    </message>
    <message>
        <source>overlap %1</source>
        <translation>Überdeckung %1</translation>
    </message>
    <message>
        <source>the world</source>
        <translation>die Welt</translation>
    </message>
    <message>
        <source>corner of %1</source>
        <translation>Ecke von %1</translation>
    </message>
    <message>
        <source>edge of %1</source>
        <translation>Kante von %1</translation>
    </message>
    <message>
        <source>plane of %1</source>
        <translation>Ebene von %1</translation>
    </message>
    <message>
        <source>axis of %1, diameter %2</source>
        <translation>Achse von %1, Durchmesser %2</translation>
    </message>
    <message>
        <source>point of %1</source>
        <translation>Punkt von %1</translation>
    </message>
    <message>
        <source>Click two parts.</source>
        <translation>Klicken Sie zwei Teile an.</translation>
    </message>
    <message>
        <source>Click two places; Shift changes between places and faces or axes.</source>
        <translation>Klicken Sie zwei Stellen an; Umschalt wechselt zwischen Stellen und Flächen oder Achsen.</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>von %1</translation>
    </message>
    <message>
        <source>Click the other end.</source>
        <translation>Klicken Sie das andere Ende an.</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>angle %1°</source>
        <translation>Winkel %1°</translation>
    </message>
    <message>
        <source>as it was when the run paused last</source>
        <translation>wie es war, als der Lauf zuletzt anhielt</translation>
    </message>
</context>
<context>
    <name>passung::app::RulerPanel</name>
    <message>
        <source>Corners, edges, points</source>
        <translation>Ecken, Kanten, Punkte</translation>
    </message>
    <message>
        <source>Face centres and axes</source>
        <translation>Flächenmitten und Achsen</translation>
    </message>
    <message>
        <source>Smallest clearance of two parts</source>
        <translation>Kleinster Abstand zweier Teile</translation>
    </message>
    <message>
        <source>What a click takes hold of; Shift changes between the first two</source>
        <translation>Was ein Klick greift; Umschalt wechselt zwischen den ersten beiden</translation>
    </message>
    <message>
        <source>The ruler measures</source>
        <translation>Das Maß misst</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>The figure and its components as text</source>
        <translation>Die Zahl und ihre Komponenten als Text</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
</context>
<context>
    <name>passung::app::RunPanel</name>
    <message>
        <source>Energy over time</source>
        <translation>Energie über der Zeit</translation>
    </message>
    <message>
        <source>Deepest overlap</source>
        <translation>Tiefste Überdeckung</translation>
    </message>
    <message>
        <source>Total energy of each engine since the start. It may fall, never rise, unless something drives it.</source>
        <translation>Gesamte Energie jeder Engine seit dem Start. Sie darf fallen, nie steigen, außer etwas treibt sie an.</translation>
    </message>
    <message>
        <source>The deepest overlap among the contacts of each engine, as the engine itself sees it.</source>
        <translation>Die tiefste Überdeckung unter den Kontakten jeder Engine, wie die Engine selbst sie sieht.</translation>
    </message>
    <message>
        <source>Simulated time</source>
        <translation>Simulierte Zeit</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Paused at step %1</source>
        <translation>Pause bei Schritt %1</translation>
    </message>
    <message>
        <source>%1× real time</source>
        <translation>%1× Echtzeit</translation>
    </message>
    <message>
        <source> – this machine cannot hold %1×</source>
        <translation> – dieser Rechner schafft %1× nicht</translation>
    </message>
    <message>
        <source>Playing</source>
        <translation>Läuft</translation>
    </message>
</context>
<context>
    <name>passung::app::SequenceDialog</name>
    <message>
        <source>Save a picture sequence</source>
        <translation>Eine Bildfolge speichern</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>Den Ordner wählen</translation>
    </message>
    <message>
        <source>Folder of the pictures</source>
        <translation>Ordner der Bilder</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source> steps</source>
        <translation> Schritte</translation>
    </message>
    <message>
        <source>Time steps between two pictures</source>
        <translation>Zeitschritte zwischen zwei Bildern</translation>
    </message>
    <message>
        <source>A picture every</source>
        <translation>Ein Bild alle</translation>
    </message>
    <message>
        <source>Simulated time of the last picture</source>
        <translation>Simulierte Zeit des letzten Bilds</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>%1 pictures, from t = %2 s on</source>
        <translation>%1 Bilder, ab t = %2 s</translation>
    </message>
</context>
<context>
    <name>passung::app::StartChecker</name>
    <message>
        <source>Checking the start …</source>
        <translation>Prüfe den Start …</translation>
    </message>
    <message>
        <source>Checking the start: %1 %</source>
        <translation>Prüfe den Start: %1 %</translation>
    </message>
</context>
<context>
    <name>passung::app::Timeline</name>
    <message>
        <source>first contact: %1</source>
        <translation>erster Kontakt: %1</translation>
    </message>
    <message>
        <source>deepest overlap so far: %1</source>
        <translation>tiefste Überdeckung bisher: %1</translation>
    </message>
    <message>
        <source>slower than asked for from here</source>
        <translation>ab hier langsamer als verlangt</translation>
    </message>
    <message>
        <source>stopped: %1</source>
        <translation>angehalten: %1</translation>
    </message>
    <message>
        <source>monitor %1 is met: %2</source>
        <translation>Prüfung %1 ist erfüllt: %2</translation>
    </message>
    <message>
        <source>monitor %1 is not met: %2</source>
        <translation>Prüfung %1 ist nicht erfüllt: %2</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>%1 s kept (%2 MB)</source>
        <translation>%1 s gehalten (%2 MB)</translation>
    </message>
    <message>
        <source>, older ones dropped</source>
        <translation>, ältere fallen gelassen</translation>
    </message>
    <message>
        <source>t = %1 s – the past</source>
        <translation>t = %1 s – Vergangenheit</translation>
    </message>
    <message>
        <source>t = %1 s</source>
        <translation>t = %1 s</translation>
    </message>
    <message>
        <source>The run is kept here, to look back</source>
        <translation>Der Lauf wird hier gehalten, um zurückzusehen</translation>
    </message>
    <message>
        <source>Drag to look back; Space plays on from there</source>
        <translation>Ziehen, um zurückzusehen; die Leertaste spielt von dort weiter</translation>
    </message>
    <message>
        <source>t = %1 s: %2</source>
        <translation>t = %1 s: %2</translation>
    </message>
</context>
<context>
    <name>passung::app::UnitDialog</name>
    <message>
        <source>Unit of the file</source>
        <translation>Einheit der Datei</translation>
    </message>
    <message>
        <source>Units of the files</source>
        <translation>Einheiten der Dateien</translation>
    </message>
    <message>
        <source>The numbers in a file without a unit can mean anything. What is chosen was guessed from the size.</source>
        <translation>Die Zahlen in einer Datei ohne Einheit können alles bedeuten. Was gewählt ist, wurde aus der Größe geschätzt.</translation>
    </message>
    <message>
        <source>All parts of the file take its numbers in this unit. Their places stay as they are.</source>
        <translation>Alle Teile der Datei nehmen ihre Zahlen in dieser Einheit. Ihre Orte bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>mm</source>
        <translation>mm</translation>
    </message>
    <message>
        <source>cm</source>
        <translation>cm</translation>
    </message>
    <message>
        <source>m</source>
        <translation>m</translation>
    </message>
    <message>
        <source>inch</source>
        <translation>Zoll</translation>
    </message>
    <message>
        <source>foot</source>
        <translation>Fuß</translation>
    </message>
    <message>
        <source>What a length of 1 in the file stands for</source>
        <translation>Wofür eine Länge von 1 in der Datei steht</translation>
    </message>
    <message>
        <source>Unit of %1</source>
        <translation>Einheit von %1</translation>
    </message>
    <message>
        <source>Size of all parts of the file together, along x, y and z</source>
        <translation>Größe aller Teile der Datei zusammen, entlang x, y und z</translation>
    </message>
    <message>
        <source>Do not ask again: take the guess</source>
        <translation>Nicht wieder fragen: die Schätzung nehmen</translation>
    </message>
    <message>
        <source>Under Assembly &gt; Unit of the part&apos;s file it can still be changed</source>
        <translation>Unter Baugruppe &gt; Einheit der Datei des Teils lässt sie sich noch ändern</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>%1 × %2 × %3 mm</source>
        <translation>%1 × %2 × %3 mm</translation>
    </message>
    <message>
        <source>as the file says</source>
        <translation>wie in der Datei</translation>
    </message>
</context>
<context>
    <name>passung::app::VariantsDialog</name>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Variants to compare</source>
        <translation>Varianten im Vergleich</translation>
    </message>
    <message>
        <source>The same scene, stepped side by side on one clock; the first variant sets it. What is left empty is as in the scene.</source>
        <translation>Dieselbe Szene, nebeneinander auf einer Uhr gerechnet; die erste Variante gibt sie vor. Was leer bleibt, ist wie in der Szene.</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Solver</source>
        <translation>Löser</translation>
    </message>
    <message>
        <source>Contacts</source>
        <translation>Kontakte</translation>
    </message>
    <message>
        <source>Time step [ms]</source>
        <translation>Zeitschritt [ms]</translation>
    </message>
    <message>
        <source>Friction</source>
        <translation>Reibung</translation>
    </message>
    <message>
        <source>Restitution</source>
        <translation>Stoßzahl</translation>
    </message>
    <message>
        <source>One more variant, a copy of the selected one</source>
        <translation>Noch eine Variante, eine Kopie der gewählten</translation>
    </message>
    <message>
        <source>Take the selected variant out</source>
        <translation>Die gewählte Variante herausnehmen</translation>
    </message>
    <message>
        <source>Whose simulation it is</source>
        <translation>Wessen Simulation es ist</translation>
    </message>
    <message>
        <source>Of the native engine</source>
        <translation>Der eigenen Engine</translation>
    </message>
    <message>
        <source>scene&apos;s own</source>
        <translation>der der Szene</translation>
    </message>
    <message>
        <source>Which contact points the solver sees</source>
        <translation>Welche Kontaktpunkte der Löser sieht</translation>
    </message>
    <message>
        <source>solver&apos;s own</source>
        <translation>der des Lösers</translation>
    </message>
    <message>
        <source>Takes a unit, as in 0.5 ms or 200 us</source>
        <translation>Nimmt eine Einheit, wie 0.5 ms oder 200 us</translation>
    </message>
    <message>
        <source>Of every part, 0 or more</source>
        <translation>Jedes Teils, 0 oder mehr</translation>
    </message>
    <message>
        <source>Of every part, 0 plastic to 1 elastic</source>
        <translation>Jedes Teils, 0 plastisch bis 1 elastisch</translation>
    </message>
    <message>
        <source>Material</source>
        <translation>Werkstoff</translation>
    </message>
    <message>
        <source>Of every part that moves freely: its density, friction and restitution</source>
        <translation>Jedes Teils, das sich frei bewegt: seine Dichte, Reibung und Stoßzahl</translation>
    </message>
    <message>
        <source>Narrow phase</source>
        <translation>Feinphase</translation>
    </message>
    <message>
        <source>Who finds the faces that contacts of meshes are made from: the same contacts to the bit. Of the solvers impulse and penalty</source>
        <translation>Wer die Dreiecke findet, aus denen Kontakte von Netzen entstehen: dieselben Kontakte bis aufs Bit. Der Löser impulse und penalty</translation>
    </message>
    <message>
        <source>hierarchies</source>
        <translation>Hierarchien</translation>
    </message>
    <message>
        <source>conglomerates</source>
        <translation>Konglomerate</translation>
    </message>
    <message>
        <source>conglomerates, CUDA</source>
        <translation>Konglomerate, CUDA</translation>
    </message>
</context>
<context>
    <name>passung::app::ViewWidget</name>
    <message>
        <source>3D view</source>
        <translation>3D-Ansicht</translation>
    </message>
</context>
<context>
    <name>passung::app::WorkDialog</name>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
</TS>
