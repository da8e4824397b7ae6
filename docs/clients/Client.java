// Prorated loan limits in Java 17 or later. The key is in PRORATA_KEY, the address of the service in PRORATA_URL.
//   java Client.java student.json       prints the answer for one student
//   java Client.java in.csv out.csv     writes the answer for a file of students
import java.io.*;
import java.net.*;
import java.net.http.*;
import java.nio.file.*;
import java.util.regex.*;

public class Client {
    static final String URL = System.getenv().getOrDefault("PRORATA_URL", "http://127.0.0.1:3000");
    static final String KEY = System.getenv().getOrDefault("PRORATA_KEY", System.getenv("API_KEY"));
    static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** What the service has refused, by a stable code; a gateway's own page has none. */
    static class Refused extends IOException {
        final String code;
        Refused(int status, String body) {
            super(status + " " + (body.startsWith("{\"code\":") ? body : body.substring(0, Math.min(200, body.length()))));
            Matcher found = Pattern.compile("^\\{\"code\":\"(\\w+)\"").matcher(body);
            code = found.find() ? found.group(1) : "";
        }
    }
    /** Streams a file to the service. Sends again only what got no answer: nobody listened, or it said when to come back. */
    static InputStream post(String path, String type, Path body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(URL + path)).header("Content-Type", type)
            .header("Authorization", "Bearer " + KEY)
            .POST(HttpRequest.BodyPublishers.ofFile(body)).build();
        for (int attempt = 1; ; attempt++) {
            long seconds = 1L << (attempt - 1);
            try {
                HttpResponse<InputStream> response = HTTP.send(request, HttpResponse.BodyHandlers.ofInputStream());
                if (response.statusCode() == 200) return response.body();
                var retryAfter = response.headers().firstValueAsLong("Retry-After");
                if (response.statusCode() != 503 || retryAfter.isEmpty() || attempt == 5)
                    throw new Refused(response.statusCode(), new String(response.body().readAllBytes(), "UTF-8"));
                seconds = retryAfter.getAsLong();
            } catch (ConnectException nobodyListens) {
                if (attempt == 5) throw nobodyListens;
            }
            System.err.println("The service takes nothing now; trying again in " + seconds + " s.");
            Thread.sleep(seconds * 1000);
        }
    }
    /** A file to a file. The answer gets its name once it is whole: one that breaks off throws. */
    static void calculateFile(Path from, Path to) throws IOException, InterruptedException {
        Path part = Path.of(to + ".part");
        try (InputStream answer = post("/v1/calculate/bulk", "text/csv", from)) {
            Files.copy(answer, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, to, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
    public static void main(String[] files) throws Exception {
        if (files.length == 2) calculateFile(Path.of(files[0]), Path.of(files[1]));
        else post("/v1/calculate", "application/json", Path.of(files[0])).transferTo(System.out);
    }
}
