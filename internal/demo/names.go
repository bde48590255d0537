package demo

// culture holds the names of people and streets where a language is spoken.
type culture struct {
	first, last []part
	streets     []string
}

var german = culture{
	first: parts("Anna, Lena, Jörg, Käthe, Björn, Sophie, Maximilian, Ursula, Jürgen, Charlotte, Felix, Greta, Hannah, " +
		"Günther, Katharina, Lukas, Mira, Niklas, Paula, Renate, Sönke, Theresa, Till, Ulrike, Veronika, Wiebke, Zoë, Emil, Frieda, Bärbel"),
	last: parts("Müller, Schäfer, Weiß, Schröder, Krüger, Köhler, Böhm, Groß, Huber, Gruber, Bauer, Wagner, Becker, Hoffmann, " +
		"Koch, Richter, Wolf, Neumann, Schwarz, Zimmermann, Braun, Hartmann, Lange, Jäger, Öztürk, Yılmaz, Nowak, Kowalski, " +
		"Moser, Steiner, Egger, Brunner, Keller, Zürcher, Petersen, Hansen, Vogt, Lindner, Engel, Sommer"),
	streets: []string{
		"Lindenstraße", "Schulstraße", "Gartenweg", "Am Mühlbach", "Kirchgasse", "Bahnhofstraße", "Rosenweg", "Birkenallee",
		"Goethestraße", "Wiesengrund", "Ahornweg", "Färbergasse", "Webergasse", "Höhenweg", "Seestraße", "Marktplatz",
	},
}

var french = culture{
	first: parts("Camille, Chloé, Émilie, François, Hélène, Jérôme, Juliette, Léa, Mathieu, Noëlle, Océane, Rémi, Sylvie, Théo, Zoé, Benoît"),
	last: parts("Favre, Rochat, Müller, Dubois, Lefèvre, Bonnet, Girard, Chevalier, Perret, Gauthier, Berset, Jaquet, Muller, " +
		"Schmit, Weber, Thill, Garçon, Mérieux, Blanc, Fournier"),
	streets: []string{
		"Rue des Tilleuls", "Rue de l’Église", "Avenue de la Gare", "Chemin des Vignes", "Rue du Marché", "Route du Lac",
		"Rue des Prés", "Rue de la Fontaine", "Place du Château", "Impasse des Érables",
	},
}

var italian = culture{
	first: parts("Alessia, Chiara, Davide, Elena, Fabio, Giulia, Lorenzo, Martina, Niccolò, Paola, Raffaele, Sara, Tommaso, Noè"),
	last: parts("Bernasconi, Rossi, Bianchi, Ferrari, D’Angelo, Cattaneo, Pedrazzini, Gianinazzi, De Luca, Fontana, Rezzonico, " +
		"Galli, Conti, Lombardi"),
	streets: []string{
		"Via Cantonale", "Via alla Chiesa", "Via San Gottardo", "Via dei Castagni", "Piazza Grande", "Via al Lago", "Via Stazione", "Viale dei Tigli",
	},
}
