// Prorated loan limits in Java 17 or later. The key is in PRORATA_KEY, the address of the service in PRORATA_URL.
//   java Client.java student.json       prints the answer for one student
//   java Client.java in.csv out.csv     writes the answer for a file of students
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.file.*;
import java.util.concurrent.*;

public class Client {
    static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    static String setting(String name, String usual) { return System.getenv().getOrDefault(name, usual); }

    /** What the service has refused, by a stable code; a gateway's own page has none. */
    static class Refused extends IOException {
        final String code;
        Refused(int status, String body) {
            super(status + " " + (body.startsWith("{\"code\":") ? body : body.substring(0, Math.min(200, body.length()))));
            code = body.startsWith("{\"code\":\"") ? body.split("\"")[3] : "";
        }
    }
    /** A file to a file. Sends again only what got no answer: nobody listened, or the service said when to come back. */
    static void post(String path, String type, Path from, Path to, int attempt) throws Exception {
        long seconds = 1L << attempt - 1, stalled = Long.parseLong(setting("PRORATA_TIMEOUT", "300"));
        try (var body = new FileInputStream(from.toFile())) {
            var bytes = new FilterInputStream(body) { @Override public void close() { } }; // Its place is still asked for.
            var upload = HttpRequest.BodyPublishers.fromPublisher(HttpRequest.BodyPublishers.ofInputStream(() -> bytes), Files.size(from));
            var request = HttpRequest.newBuilder(URI.create(setting("PRORATA_URL", "http://127.0.0.1:3000") + path))
                .header("Authorization", "Bearer " + setting("PRORATA_KEY", "")).header("Content-Type", type).POST(upload).build();
            var answer = HTTP.sendAsync(request, HttpResponse.BodyHandlers.ofFile(to));
            for (long moved = -1, since = 0; !answer.isDone(); Thread.sleep(20)) {
                long now = body.getChannel().position() + to.toFile().length();
                if (now != moved) since = System.nanoTime();
                if (System.nanoTime() - since > stalled * 1e9) throw new HttpTimeoutException("Nothing moved for " + stalled + " s.");
                moved = now;
            }
            var response = answer.get();
            if (response.statusCode() == 200) return;
            var retryAfter = response.headers().firstValueAsLong("Retry-After");
            if (response.statusCode() != 503 || retryAfter.isEmpty() || attempt == 5) throw new Refused(response.statusCode(), Files.readString(to));
            seconds = retryAfter.getAsLong();
        } catch (ExecutionException error) {
            if (!(error.getCause() instanceof ConnectException) || attempt == 5) throw error;
        }
        System.err.println("The service takes nothing now; trying again in " + seconds + " s.");
        Thread.sleep(seconds * 1000);
        Files.write(to, new byte[0]);
        post(path, type, from, to, attempt + 1);
    }
    public static void main(String[] files) throws Exception {
        if (setting("PRORATA_KEY", "").isEmpty()) throw new Exception("Put your key into PRORATA_KEY first.");
        Path from = Path.of(files[0]), part = files.length == 2 ? Path.of(files[1] + ".part") : Files.createTempFile("answer", "");
        try { // The answer gets its name once it is whole: one that breaks off throws.
            post("/v1/calculate" + (files.length == 2 ? "/bulk" : ""), files.length == 2 ? "text/csv" : "application/json", from, part, 1);
            if (files.length == 2) Files.move(part, Path.of(files[1]), StandardCopyOption.REPLACE_EXISTING);
            else Files.copy(part, System.out);
        } finally { Files.deleteIfExists(part); }
    }
}
