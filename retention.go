package kontor

// RetentionReason tells a customer who deletes the account why the orders stay.
const RetentionReason = "Bestellungen bleiben ohne Verbindung zum Konto gespeichert, solange das Gesetz es verlangt " +
	"(in Deutschland 8 Jahre ab dem Ende des Kalenderjahres)."
